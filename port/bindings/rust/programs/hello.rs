//! hello.rs - a floor and ten boxes on it.

use pawl::{fx, BodyDef, BodyType, Fx, World, WorldDef};

fn main() -> pawl::Result<()> {
    let mut world = World::new(&WorldDef { body_capacity: 16, shape_capacity: 16, joint_capacity: 0, ..Default::default() })?;
    let mut body = BodyDef::default();
    for i in 0..11 {
        body.position.y = Fx::int(i) - fx!(0.5);
        let half = if i == 0 { fx!(20.5) } else { fx!(0.5) };
        world.body_create_box(&body, None, half, fx!(0.5))?;
        body.type_ = BodyType::DYNAMIC.into();
    }
    for _ in 0..300 {
        world.step(None)?;
    }
    println!("hello: hash {:08x}", world.hash());
    Ok(())
}
