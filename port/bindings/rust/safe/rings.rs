//! Polygons of any form, as lists of rings; rooms for results are found by the calls.

use crate::core::{Error, Memory, Result};
use crate::{sys, Boolean, Fill, PolygonLimits, Side, Status, Vec2};

/// A polygon: outer rings and holes, told apart by how they run.
pub type Polygon = Vec<Vec<Vec2>>;

/// Rings as C reads them.
pub(crate) struct Lists {
    points: Vec<Vec2>,
    ends: Vec<u32>,
}

impl Lists {
    pub(crate) fn of<R: AsRef<[Vec2]>>(rings: &[R]) -> Lists {
        let mut lists = Lists { points: Vec::new(), ends: Vec::new() };
        for ring in rings {
            lists.points.extend_from_slice(ring.as_ref());
            lists.ends.push(lists.points.len() as u32);
        }
        lists
    }

    /// Lives as long as these lists.
    pub(crate) fn raw(&self) -> sys::Rings {
        sys::Rings { points: self.points.as_ptr(), ends: self.ends.as_ptr(), count: self.ends.len() as u32 }
    }
}

/// What a call fills rings with, which says how much room it needs when it is given none.
pub(crate) fn filled(mut call: impl FnMut(&mut sys::RingBuffer) -> Result<()>) -> Result<Polygon> {
    let mut room = sys::RingBuffer::default();
    if let Err(error) = call(&mut room) {
        if error.status != Status::ERR_CAPACITY || room.ring_count == 0 {
            return Err(error);
        }
    }
    let mut points = vec![Vec2::default(); room.point_count as usize];
    let mut ends = vec![0; room.ring_count as usize];
    (room.points, room.point_capacity) = (points.as_mut_ptr(), points.len() as u32);
    (room.ends, room.ring_capacity) = (ends.as_mut_ptr(), ends.len() as u32);
    call(&mut room)?;
    let mut begin = 0;
    let ring = |end: u32| points[std::mem::replace(&mut begin, end as usize)..end as usize].to_vec();
    Ok(ends.iter().take(room.ring_count as usize).copied().map(ring).collect())
}

/// Limits with which every operation on these rings works, and the memory for them.
fn room_of(subject: &Lists, clip: &Lists) -> Result<(PolygonLimits, Memory)> {
    let mut limits = PolygonLimits { segments: (subject.points.len() + clip.points.len()).max(1) as u32, ..Default::default() };
    let mut memory = Memory::new(crate::polygon_size(Some(&limits)));
    unsafe { crate::polygon_find_limits_raw(&subject.raw(), &clip.raw(), memory.bytes_mut(), Some(&mut limits))? };
    memory = Memory::new(crate::polygon_size(Some(&limits)));
    Ok((limits, memory))
}

/// Union, intersection, difference or exclusive or. Outer rings of the result run
/// counter-clockwise and holes clockwise; the order of the rings that are given changes nothing.
pub fn polygon_boolean<R: AsRef<[Vec2]>>(operation: Boolean, fill: Fill, subject: &[R], clip: &[R]) -> Result<Polygon> {
    let (subject, clip) = (Lists::of(subject), Lists::of(clip));
    if subject.points.is_empty() && clip.points.is_empty() {
        return Ok(Vec::new());
    }
    let (limits, mut memory) = room_of(&subject, &clip)?;
    filled(|out| unsafe { crate::polygon_boolean_raw(operation, fill, &subject.raw(), &clip.raw(), Some(&limits), memory.bytes_mut(), out) })
}

/// The inside, cut into convex parts of at most `vertices_max` vertices, usually POLYGON_MAX.
pub fn polygon_convex_parts<R: AsRef<[Vec2]>>(fill: Fill, rings: &[R], vertices_max: u32) -> Result<Polygon> {
    let rings = Lists::of(rings);
    if rings.points.is_empty() {
        return Ok(Vec::new());
    }
    let (limits, mut memory) = room_of(&rings, &Lists::of::<R>(&[]))?;
    filled(|out| unsafe { crate::polygon_convex_parts_raw(fill, &rings.raw(), vertices_max, Some(&limits), memory.bytes_mut(), out) })
}

/// Twice the signed area of all rings together, in raw units squared.
pub fn rings_area2<R: AsRef<[Vec2]>>(rings: &[R]) -> i64 {
    unsafe { crate::rings_area2_raw(&Lists::of(rings).raw()) }
}

pub fn rings_locate<R: AsRef<[Vec2]>>(rings: &[R], fill: Fill, point: Vec2) -> Side {
    unsafe { crate::rings_locate_raw(&Lists::of(rings).raw(), fill, point) }
}

/// The Minkowski sum of two convex polygons, each counter-clockwise without collinear points.
pub fn minkowski_sum(a: &[Vec2], b: &[Vec2]) -> Result<Vec<Vec2>> {
    let mut out = vec![Vec2::default(); a.len() + b.len()];
    let count = unsafe { crate::minkowski_sum_raw(a, b, &mut out) };
    if count < 0 {
        return Err(Error::new(Status(count), "pawl_minkowski_sum"));
    }
    out.truncate(count as usize);
    Ok(out)
}
