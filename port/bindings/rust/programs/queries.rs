//! queries.rs - what a world answers: rays, casts of shapes, what is in a box, what is nearest.

use pawl::{fx, BodyDef, Fx, Pose, QueryFilter, QueryHit, QueryOverlap, Result, ShapeDef, ShapeId, Vec2, World, WorldDef};

/// Eight boxes and circles on a line, numbered by their user data.
fn build(world: &mut World) -> Result<()> {
    for i in 0..8 {
        let body = BodyDef { position: pawl::vec2_units(3 * i, i % 3), ..Default::default() };
        let mut shape = ShapeDef { user_data: i as u32, ..Default::default() };
        shape.filter.category = if i % 2 == 1 { 2 } else { 1 };
        if i % 2 == 1 {
            world.body_create_circle(&body, Some(&shape), fx!(0.75))?;
        } else {
            world.body_create_box(&body, Some(&shape), fx!(1), fx!(0.5))?;
        }
    }
    Ok(())
}

fn say(world: &World, what: &str, shape: ShapeId, number: Fx) {
    println!("queries: {what} {}, {number}", world.shape(shape).user_data());
}

fn main() -> Result<()> {
    let mut world = World::new(&WorldDef { body_capacity: 16, shape_capacity: 16, joint_capacity: 0, ..Default::default() })?;
    build(&mut world)?;
    let ball = pawl::make_circle(Vec2::default(), fx!(0.25))?;
    let (left, right) = (pawl::vec2_units(-5, 1), pawl::vec2_units(40, 0));
    let mut filter = QueryFilter::default();
    if let Some(hit) = world.ray_closest(left, right, Some(&filter)) {
        say(&world, "the ray meets", hit.shape, hit.point.x);
    }
    let mut hits = [QueryHit::default(); 8];
    let count = world.ray_all(left, right, Some(&filter), &mut hits);
    for hit in hits.iter().take(count as usize) {
        say(&world, "all along it", hit.shape, hit.point.x);
    }
    filter.mask = 2;
    let pose = Pose { position: left, rotation: pawl::rot_from_angle(Default::default()) };
    if let Some(hit) = world.cast_closest(&ball, pose, right, Some(&filter)) {
        say(&world, "the ball meets", hit.shape, hit.point.y);
    }
    let area = pawl::Box { lower: pawl::vec2_units(2, -1), upper: pawl::vec2_units(13, 3) };
    let mut found = [QueryOverlap::default(); 8];
    let count = world.overlap_box(area, Some(&filter), &mut found);
    for one in found.iter().take(count as usize) {
        say(&world, "in the box", one.shape, fx!(0));
    }
    if let Some(nearest) = world.closest(pawl::vec2_units(10, 10), fx!(20), None) {
        say(&world, "nearest is", nearest.shape, nearest.distance);
    }
    println!("queries: hash {:08x}", world.hash());
    Ok(())
}
