//! Levels: baked from polygons, opened, walked in and asked, without pointers.

use std::marker::PhantomData;
use std::ops::Deref;

use crate::core::{Error, Memory, Result, Told};
use crate::rings::{filled, Lists, Polygon};
use crate::{sys, FrictionModel, Gates, LevelTriangle, Place, Region, Status, StepReport, Vec2, Walk, Walker, WalkerDef};

/// What a level is baked from.
#[derive(Default)]
pub struct LevelPlan {
    polygons: Vec<(Lists, u16)>,
    regions: Vec<Region>,
    walker: Vec<Vec2>,
    bounds: crate::Box,
    conservative: bool,
}

impl LevelPlan {
    pub fn new() -> LevelPlan {
        LevelPlan::default()
    }

    /// Walls, or whatever that region is: outer rings and holes, by the rule "non-zero".
    pub fn polygon<R: AsRef<[Vec2]>>(mut self, region: u16, rings: &[R]) -> LevelPlan {
        self.polygons.push((Lists::of(rings), region));
        self
    }

    /// The first is the ground; without any there is the ground alone, without friction.
    pub fn regions(mut self, regions: &[Region]) -> LevelPlan {
        self.regions = regions.to_vec();
        self
    }

    /// Convex, counter-clockwise, about the point that moves; without it a point.
    pub fn walker(mut self, points: &[Vec2]) -> LevelPlan {
        self.walker = points.to_vec();
        self
    }

    /// No walker's middle leaves it; without it, what the level needs.
    pub fn bounds(mut self, bounds: crate::Box) -> LevelPlan {
        self.bounds = bounds;
        self
    }

    /// Inflate by a raw unit more, so that rounding lets no body into the exact walls.
    pub fn conservative(mut self) -> LevelPlan {
        self.conservative = true;
        self
    }

    /// Bakes the level; limits that are too low are raised. An error tells the `polygon`, and why.
    pub fn bake(&self) -> Result<LevelBlock> {
        let polygons: Vec<_> = self.polygons.iter().map(|(rings, region)| sys::LevelPolygon { rings: rings.raw(), region: *region }).collect();
        let mut def = crate::level_def_default();
        def.polygons = polygons.as_ptr();
        def.polygon_count = polygons.len() as u32;
        if !self.regions.is_empty() {
            def.regions = self.regions.as_ptr();
            def.region_count = self.regions.len() as u32;
        }
        if !self.walker.is_empty() {
            def.walker_points = self.walker.as_ptr();
            def.walker_point_count = self.walker.len() as u32;
        }
        def.bounds = self.bounds;
        def.conservative = self.conservative;
        unsafe { crate::level_def_check_raw(&def)? };
        bake(&mut def)
    }
}

/// Tries again with what the report of a try says, each of limits, cells and room at most twice.
fn bake(def: &mut sys::LevelDef) -> Result<LevelBlock> {
    let mut block = LevelBlock { memory: Memory::new(0), size: 0 };
    let mut tries = 6;
    loop {
        let mut memory = Memory::new(unsafe { crate::level_build_size_raw(def) });
        let mut report = sys::LevelReport::default();
        let result = unsafe { crate::level_build_raw(def, memory.bytes_mut(), None, block.memory.bytes_mut(), Some(&mut report)) };
        let mut error = match result {
            Ok(()) => {
                block.size = report.size as usize;
                return Ok(block);
            }
            Err(error) => error,
        };
        tries -= 1;
        if tries > 0 && error.status == Status::ERR_MEMORY && report.size as usize > block.memory.bytes().len() {
            block.memory = Memory::new(report.size as usize);
        } else if tries > 0 && error.status == Status::ERR_CAPACITY && (report.needed.segments > 0 || report.needed_cells > 0) {
            def.limits = report.needed;
            def.cells = report.needed_cells;
        } else {
            error.told.push(("reason", unsafe { Told::text(report.reason) }));
            error.told.push(("polygon", Told::Number(report.polygon.into())));
            return Err(error);
        }
    }
}

/// The bytes of a level, aligned as it wants them.
pub struct LevelBlock {
    memory: Memory,
    size: usize,
}

impl LevelBlock {
    /// A copy of bytes from anywhere, such as a file.
    pub fn copy(bytes: &[u8]) -> LevelBlock {
        let mut memory = Memory::new(bytes.len());
        memory.bytes_mut()[..bytes.len()].copy_from_slice(bytes);
        LevelBlock { memory, size: bytes.len() }
    }

    pub fn bytes(&self) -> &[u8] {
        &self.memory.bytes()[..self.size]
    }

    pub fn open(&self) -> Result<Level<'_>> {
        Level::open(self.bytes())
    }
}

/// A level that was opened; its counts are those of sys::Level.
#[derive(Clone, Copy)]
pub struct Level<'a> {
    raw: sys::Level,
    lives: PhantomData<&'a [u8]>,
}

impl Deref for Level<'_> {
    type Target = sys::Level;
    fn deref(&self) -> &sys::Level {
        &self.raw
    }
}

/// A convex obstacle that moves, inflated by the walker's shape.
#[derive(Clone, Copy)]
pub struct Platform<'a> {
    /// about `position`, counter-clockwise, 3 to 16 of them
    pub points: &'a [Vec2],
    /// before the step
    pub position: Vec2,
    /// of this step
    pub movement: Vec2,
    pub friction: crate::Fx,
}

/// The corners of a way; none where there is no way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path {
    pub points: Vec<Vec2>,
    /// Q48.16
    pub length: i64,
    /// triangles that were looked at
    pub expanded: u32,
}

impl<'a> Level<'a> {
    /// Looks at every byte once; `bytes` are aligned to 4, as those of a LevelBlock are.
    pub fn open(bytes: &'a [u8]) -> Result<Level<'a>> {
        Ok(Level { raw: crate::level_open(bytes)?, lives: PhantomData })
    }

    pub fn vertex(&self, vertex: u32) -> Vec2 {
        unsafe { crate::level_get_vertex_raw(&self.raw, vertex) }
    }

    pub fn region(&self, region: u32) -> Region {
        unsafe { crate::level_get_region_raw(&self.raw, region) }
    }

    pub fn triangle(&self, triangle: u32) -> LevelTriangle {
        unsafe { crate::level_get_triangle_raw(&self.raw, triangle) }
    }

    pub fn is_in(&self, triangle: u32, region: u32) -> bool {
        unsafe { crate::level_is_in_raw(&self.raw, triangle, region) }
    }

    pub fn is_solid(&self, gates: Option<&Gates>, triangle: u32) -> bool {
        unsafe { crate::level_is_solid_raw(&self.raw, gates, triangle) }
    }

    pub fn cell_regions(&self, cell: u16) -> Vec<u16> {
        let count = unsafe { crate::level_get_cell_regions_raw(&self.raw, cell, &mut []) };
        let mut regions = vec![0; count as usize];
        unsafe { crate::level_get_cell_regions_raw(&self.raw, cell, &mut regions) };
        regions
    }

    /// The boundary of what closed walls fill, the solid on its left.
    pub fn outline(&self, gates: Option<&Gates>) -> Result<Polygon> {
        filled(|out| unsafe { crate::level_outline_raw(&self.raw, gates, out) })
    }

    /// The triangle of a point; `hint` is any triangle, a near one is quicker.
    pub fn locate(&self, point: Vec2, hint: u32) -> Result<Place> {
        unsafe { crate::level_locate_raw(&self.raw, point, hint) }
    }

    /// From a place straight to a point, as far as the first wall.
    pub fn walk(&self, gates: Option<&Gates>, from: Place, to: Vec2) -> Result<Walk> {
        unsafe { crate::level_walk_raw(&self.raw, gates, from, to) }
    }

    /// One movement with slides along walls.
    pub fn step(&self, gates: Option<&Gates>, movement: Vec2, friction: crate::Fx, model: FrictionModel, place: &mut Place) -> Result<StepReport> {
        let mut report = StepReport::default();
        unsafe { crate::level_step_raw(&self.raw, gates, movement, friction, model, place, Some(&mut report))? };
        Ok(report)
    }

    /// One step of a walker, after that of the platforms.
    pub fn walker_step(&self, gates: Option<&Gates>, def: &WalkerDef, platforms: &[Platform<'_>], input: Vec2, walker: &mut Walker) -> Result<StepReport> {
        let one = |one: &Platform<'_>| sys::Platform {
            points: one.points.as_ptr(),
            count: one.points.len() as u32,
            position: one.position,
            move_: one.movement,
            friction: one.friction,
        };
        let platforms: Vec<_> = platforms.iter().map(one).collect();
        let mut report = StepReport::default();
        unsafe { crate::walker_step_raw(&self.raw, gates, def, Some(&platforms), input, walker, Some(&mut report))? };
        Ok(report)
    }

    pub fn sees(&self, gates: Option<&Gates>, from: Place, to: Vec2) -> bool {
        unsafe { crate::level_sees_raw(&self.raw, gates, from, to) }
    }

    pub fn find_nearest_free(&self, gates: Option<&Gates>, point: Vec2) -> Result<Place> {
        unsafe { crate::level_find_nearest_free_raw(&self.raw, gates, point) }
    }

    /// A short way, quickly.
    pub fn find_path(&self, gates: Option<&Gates>, from: Place, to: Place) -> Result<Path> {
        let mut memory = Memory::new(unsafe { crate::path_size_raw(&self.raw) });
        path(|path| unsafe { crate::level_find_path_raw(&self.raw, gates, from, to, memory.bytes_mut(), path) })
    }

    /// The shortest way of all, in several times the memory and time.
    pub fn find_shortest_path(&self, gates: Option<&Gates>, from: Place, to: Place) -> Result<Path> {
        let mut memory = Memory::new(unsafe { crate::shortest_path_size_raw(&self.raw) });
        path(|path| unsafe { crate::level_find_shortest_path_raw(&self.raw, gates, from, to, memory.bytes_mut(), path) })
    }
}

/// With room for usual ways first, and for as many corners as there are if that is too little.
fn path(mut find: impl FnMut(&mut sys::Path) -> Result<()>) -> Result<Path> {
    let mut points = vec![Vec2::default(); 64];
    for _ in 0..2 {
        let mut raw = sys::Path { points: points.as_mut_ptr(), capacity: points.len() as u32, ..Default::default() };
        match find(&mut raw) {
            Ok(()) => {
                points.truncate(raw.count as usize);
                return Ok(Path { points, length: raw.length, expanded: raw.expanded });
            }
            Err(error) if error.status != Status::ERR_CAPACITY => return Err(error),
            Err(_) => points = vec![Vec2::default(); raw.count as usize],
        }
    }
    Err(Error::new(Status::ERR_CAPACITY, "pawl_level_find_path"))
}
