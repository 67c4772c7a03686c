//! joints.rs - a bridge of twelve planks, one of whose hinges breaks under falling balls.

use pawl::{fx, wide, BodyDef, BodyId, BodyType, Fx, JointType, Result, Vec2, Wide, World, WorldDef};

const PLANKS: i16 = 12;

fn hinge(world: &mut World, a: BodyId, b: BodyId, at: Vec2, break_force: Wide) -> Result<()> {
    let mut def = world.joint_def_at(JointType::REVOLUTE, a, b, at, Default::default());
    def.break_force = break_force;
    world.joint_create(&def).map(|_| ())
}

fn build(world: &mut World) -> Result<()> {
    let mut def = BodyDef { position: pawl::vec2_units(0, -10), ..Default::default() };
    let ground = world.body_create_box(&def, None, fx!(20), fx!(1))?;
    def.type_ = BodyType::DYNAMIC.into();
    let mut before = ground;
    for i in 0..PLANKS {
        def.position = pawl::vec2_units(i.into(), 0);
        let plank = world.body_create_box(&def, None, fx!(0.5), fx!(0.125))?;
        let limit = if i == PLANKS / 2 { wide!(200) } else { wide!(0) };
        hinge(world, before, plank, Vec2 { x: Fx::int(i) - fx!(0.5), y: fx!(0) }, limit)?;
        before = plank;
    }
    hinge(world, before, ground, Vec2 { x: fx!(11.5), y: fx!(0) }, wide!(0))?;
    for i in 0..4 {
        def.position = pawl::vec2_units(4 + i, 5 + 3 * i);
        world.body_create_circle(&def, None, fx!(0.75))?;
    }
    Ok(())
}

fn main() -> Result<()> {
    let mut world = World::new(&WorldDef { body_capacity: 32, shape_capacity: 32, joint_capacity: 32, ..Default::default() })?;
    build(&mut world)?;
    let (mut begins, mut ends) = (0, 0);
    for tick in 0..300 {
        world.step(None)?;
        let events = world.events();
        begins += events.begins().len();
        ends += events.ends().len();
        for _ in events.breaks() {
            println!("joints: one broke in step {tick}");
        }
    }
    println!("joints: {begins} touches began, {ends} ended, hash {:08x}", world.hash());
    Ok(())
}
