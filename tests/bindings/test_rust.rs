//! test_rust.rs - what is Rust's alone: numbers, lifetimes, errors, closures, memory.
//!
//! Numbers are drawn afresh in each run; SEED=n repeats them.

use std::path::{Path, PathBuf};
use std::process::Command;

use pawl::{fx, sys, turn, wide, Angle, BodyDef, BodyId, BodyType, Fraction, Fx, ParseError, Pose, ShapeDef, Status, StepHooks, Vec2, WalkerDef, Wide, World, WorldDef};

/// xorshift64*, seeded by the clock or by SEED.
struct Drawn(u64);

impl Drawn {
    fn new() -> Drawn {
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_nanos() as u64;
        let seed = std::env::var("SEED").ok().and_then(|text| text.parse().ok()).unwrap_or(now | 1);
        println!("seed {seed}");
        Drawn(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    fn below(&mut self, bound: u64) -> u64 {
        (self.next() >> 16) % bound
    }

    /// A raw value of any size.
    fn raw(&mut self) -> i32 {
        ((self.next() as i32) >> [0, 8, 16, 30][self.below(4) as usize]).max(-i32::MAX)
    }

    fn decimal(&mut self) -> String {
        let sign = ["", "-", "+"][self.below(3) as usize];
        let mut text = format!("{sign}{}", self.below(40_000));
        if self.below(4) > 0 {
            let digits = 1 + self.below(24);
            text.push('.');
            (0..digits).for_each(|_| text.push((b'0' + self.below(10) as u8) as char));
        }
        if self.below(4) == 0 {
            text += &format!("{}{}{}", ["e", "E"][self.below(2) as usize], ["", "-", "+"][self.below(3) as usize], self.below(9));
        }
        if self.below(20) == 0 {
            let at = self.below(text.len() as u64 + 1) as usize;
            text.insert(at, ['.', 'e', '-', ' ', 'x', '0'][self.below(6) as usize]);
        }
        text
    }
}

fn status(error: ParseError) -> Status {
    match error {
        ParseError::Format => Status::ERR_FORMAT,
        ParseError::Range => Status::ERR_RANGE,
    }
}

fn printed(write: impl FnOnce(*mut std::os::raw::c_char, usize) -> Status) -> String {
    let mut text = [0u8; 64];
    assert_eq!(write(text.as_mut_ptr() as *mut _, text.len()), Status::OK);
    text.iter().take_while(|one| **one != 0).map(|one| *one as char).collect()
}

#[test]
fn text_is_read_as_c_reads_it() {
    let mut drawn = Drawn::new();
    let (mut read, mut refused) = (0, 0);
    for _ in 0..20_000 {
        let text = drawn.decimal();
        let start = text.as_ptr() as *const _;
        let (mut small, mut large) = (Fx::ZERO, Wide::ZERO);
        let by_c = unsafe { sys::pawl_fx_parse(start, text.len(), &mut small) };
        assert_eq!(Fx::parse(&text).map_err(status), if by_c == Status::OK { Ok(small) } else { Err(by_c) }, "{text:?}");
        let by_c = unsafe { sys::pawl_wide_parse(start, text.len(), &mut large) };
        assert_eq!(Wide::parse(&text).map_err(status), if by_c == Status::OK { Ok(large) } else { Err(by_c) }, "{text:?}");
        *if by_c == Status::OK { &mut read } else { &mut refused } += 1;
    }
    assert!(read > 10_000 && refused > 100);
}

#[test]
fn text_is_written_as_c_writes_it() {
    let mut drawn = Drawn::new();
    for _ in 0..20_000 {
        let (small, large) = (Fx(drawn.raw()), Wide(drawn.next() as i64 >> drawn.below(63)));
        assert_eq!(small.to_string(), printed(|text, size| unsafe { sys::pawl_fx_print(small, text, size) }));
        assert_eq!(large.to_string(), printed(|text, size| unsafe { sys::pawl_wide_print(large, text, size) }));
        assert_eq!(Fx::parse(&small.to_string()), Ok(small));
        let (share, angle) = (Fraction(drawn.raw()), Angle(drawn.next() as u32));
        assert_eq!(Fraction::parse(&share.to_string()), Ok(share));
        assert_eq!(Angle::parse(&angle.to_string()), Ok(angle));
    }
}

#[test]
fn sums_and_products_are_those_of_c() {
    let mut drawn = Drawn::new();
    for _ in 0..20_000 {
        let (a, b) = (Fx(drawn.raw()), Fx(drawn.raw()));
        unsafe {
            assert_eq!(a + b, sys::pawl_add(a, b));
            assert_eq!(a - b, sys::pawl_sub(a, b));
            assert_eq!(a * b, sys::pawl_mul(a, b), "{a} {b}");
        }
    }
    assert_eq!(Fx::int(32767) + fx!(5), Fx::MAX);
}

#[test]
fn halves_go_away_from_zero_and_angles_down() {
    assert_eq!((fx!(0.00000762939453125).raw(), fx!(-0.00000762939453125).raw()), (1, -1));
    assert_eq!(fx!(0.000007629394531249).raw(), 0);
    assert_eq!(Fraction::parse("0.000000000465661287307739257812").map(Fraction::raw), Ok(0));
    assert_eq!(Fraction::parse("0.0000000004656612873077392578125").map(Fraction::raw), Ok(1));
    assert_eq!(turn!(0.33333333333333333333333333333333333333333).raw(), 0x5555_5555);
    assert_eq!(turn!(1.25), Angle(1 << 30));
    assert_eq!(turn!(-0.25), Angle(3 << 30));
    assert_eq!(turn!(-0.00000000000000000000000000000000000000001).raw(), u32::MAX);
    assert_eq!(wide!(140737488355327.99999).raw(), 140737488355327 * 65536 + 65535);
    assert_eq!(Fx::parse("32768"), Err(ParseError::Range));
}

/// Whether a program compiles against the crates as they are built; what the compiler says.
fn compiled(body: &str) -> (bool, String) {
    let here = std::env::current_exe().unwrap();
    let deps = here.parent().unwrap();
    let built = |path: &PathBuf| path.file_name().unwrap().to_string_lossy().starts_with("libpawl-") && path.extension().map_or(false, |one| one == "rlib");
    let found = std::fs::read_dir(deps).unwrap().map(|one| one.unwrap().path()).filter(built);
    let newest = found.max_by_key(|path| path.metadata().unwrap().modified().unwrap()).expect("libpawl.rlib");
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let source = folder.join(format!("case-{:x}.rs", body.bytes().fold(5381u64, |sum, one| sum.wrapping_mul(33) ^ u64::from(one))));
    let program = format!("#![allow(unused)]\nuse pawl::*;\nfn case() -> pawl::Result<()> {{\n{body}\nOk(())\n}}\nfn main() {{}}\n");
    std::fs::write(&source, program).unwrap();
    let compiler = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".into());
    let done = Command::new(compiler)
        .args(["--edition=2021", "--emit=metadata", "-o"])
        .arg(Path::new(&source).with_extension("rmeta"))
        .arg("-L")
        .arg(deps)
        .arg(format!("--extern=pawl={}", newest.display()))
        .arg(&source)
        .output()
        .unwrap();
    (done.status.success(), String::from_utf8_lossy(&done.stderr).into_owned())
}

const BEGIN: &str = "let mut world = World::new(&WorldDef::default())?; let body = BodyDef::default();";

#[test]
fn what_is_right_compiles() {
    let rows = [
        "let x: Fx = fx!(0.5); let y = Fx::from(3) + fx!(-1.25); let z: Wide = wide!(1);",
        "let id = world.body_create(&body)?; world.step(None)?; let place = world.body(id).position(); world.step(None)?; place;",
        "let count = world.events().begins().len(); world.step(None)?; count;",
        "std::thread::spawn(move || world.hash());",
    ];
    for row in rows {
        let (right, said) = compiled(&format!("{BEGIN} {row}"));
        assert!(right, "{row}\n{said}");
    }
}

#[test]
fn floats_are_refused() {
    let rows = [
        ("let x: Fx = 0.5.into();", "E0277"),
        ("let x = Fx::from(0.5f32);", "E0277"),
        ("let x = Vec2 { x: 0.5, y: fx!(0) };", "E0308"),
        ("let x = fx!(1) + 0.5;", "E0308|E0277"),
        ("let x = fx!(1) * 2.0;", "E0308|E0277"),
        ("let x = world.body_create_circle(&body, None, 0.5)?;", "E0308"),
        ("let half = 0.5; let x = fx!(half);", "no rules expected"),
        ("let x = fx!(0.5f32);", "E0080"),
        ("let x = fx!(32768);", "E0080"),
    ];
    for (row, why) in rows {
        let (right, said) = compiled(&format!("{BEGIN} {row}"));
        assert!(!right && why.split('|').any(|one| said.contains(one)), "{row}: {said}");
    }
}

#[test]
fn a_world_is_not_stepped_while_it_is_looked_into() {
    let rows = [
        ("let events = world.events(); world.step(None)?; events.begins().len();", "E0502"),
        ("let begins = world.events().begins(); world.step(None)?; begins.len();", "E0502"),
        ("let id = world.body_create(&body)?; let one = world.body(id); world.step(None)?; one.position();", "E0502"),
        ("let id = world.body_create(&body)?; let mut one = world.body_mut(id); world.hash(); one.destroy();", "E0502"),
        ("let mut memory = vec![0u8; 100]; let world = world_init(&mut memory, &WorldDef::default())?; drop(memory); world.hash();", "E0505"),
        ("let replay = { let bytes = vec![0u8; 9]; Replay::open(&bytes)? };", "E0597"),
        ("let hooks = { let mut count = 0; StepHooks::new().should_collide(|_, _, _| { count += 1; true }) }; hooks;", "E0597"),
        ("world.step_raw(None)?;", "E0599"),
        ("let list = [Vec2::default(); 3]; world.shape_create_chain(BodyId::NULL, &ShapeDef::default(), &Chain::new().points(&list))?;", "E0597"),
        ("let def = { let list = [SoftPoint::default(); 3]; SoftDef::new().points(&list) }; world.soft_create(&def)?;", "E0597"),
        ("let mut chain = Chain::new(); chain.count = 9;", "E0594"),
        ("let rings = sys::Rings::default(); pawl::rings_area2_raw(&rings);", "E0133"),
    ];
    for (row, why) in rows {
        let (right, said) = compiled(&format!("{BEGIN} {row}"));
        assert!(!right && why.split('|').any(|one| said.contains(one)), "{row}: {said}");
    }
}

fn room() -> World<'static> {
    World::new(&WorldDef { body_capacity: 8, shape_capacity: 8, ..Default::default() }).unwrap()
}

fn at(x: i32, y: i32) -> BodyDef {
    BodyDef { type_: BodyType::DYNAMIC.into(), position: pawl::vec2_units(x, y), ..Default::default() }
}

#[test]
fn errors_name_call_and_field() {
    let error = room().body_create_circle(&BodyDef::default(), None, fx!(-1)).unwrap_err();
    assert_eq!((error.function, error.status), ("pawl_body_create_circle", Status::ERR_RANGE));
    assert!(error.to_string().starts_with("pawl_body_create_circle: "), "{error}");
    let error = pawl::body_def_check(&BodyDef { type_: BodyType(7), ..Default::default() }).unwrap_err();
    assert_eq!(error.text("field"), Some("type"));
    let error = pawl::replay_open(b"no replay, however long it may be").unwrap_err();
    assert!(error.number("where").is_some());
    let mut small = [0u8; 8];
    let error = room().encode(&mut small).unwrap_err();
    assert_eq!(error.number("size"), Some(room().encode_size() as i64));
}

#[test]
fn stale_handles_are_told() {
    let mut world = room();
    let ball = world.body_create_circle(&at(0, 0), None, fx!(1)).unwrap();
    assert!(world.body(ball).is_valid() && !ball.is_null() && BodyId::NULL.is_null());
    world.body_mut(ball).destroy().unwrap();
    let error = world.body_mut(ball).set_velocity(Vec2::default()).unwrap_err();
    assert_eq!(error.status, Status::ERR_STALE);
}

/// Hand in, step, poses out: three calls a frame, and all poses lie in memory of the program.
#[test]
fn a_frame_takes_three_calls() {
    let mut world = room();
    let ids: Vec<_> = (0..5).map(|i| world.body_create_circle(&at(3 * i, 0), None, fx!(1)).unwrap()).collect();
    let (mut bodies, mut poses) = ([BodyId::NULL; 8], [Pose::default(); 8]);
    for _ in 0..60 {
        let up = Vec2 { x: fx!(0), y: fx!(1) };
        let rise = pawl::Command { type_: pawl::CommandType::VELOCITY, body: ids[0], velocity: up, ..Default::default() };
        world.apply_commands(&[rise], None).unwrap();
        world.step(None).unwrap();
        assert_eq!(world.all_poses(&mut bodies, &mut poses), 5);
    }
    for (i, id) in ids.iter().enumerate() {
        assert_eq!((bodies[i], poses[i].position), (*id, world.body(*id).position()));
    }
    assert!(poses[0].position.y > poses[1].position.y);
}

#[test]
fn contacts_are_visited_with_a_cursor() {
    let mut world = room();
    world.body_create_box(&BodyDef::default(), None, fx!(10), fx!(1)).unwrap();
    for i in 0..3 {
        world.body_create_circle(&at(3 * i, 2), None, fx!(1)).unwrap();
    }
    (0..30).for_each(|_| world.step(None).unwrap());
    let (mut cursor, mut count) = (0, 0);
    while let Some(contact) = world.next_contact(&mut cursor) {
        assert!(contact.count > 0);
        count += 1;
        assert!(count < 9);
    }
    assert_eq!(count, 3);
}

#[test]
fn memory_of_the_program() {
    let def = WorldDef { body_capacity: 4, shape_capacity: 4, ..Default::default() };
    let mut memory = pawl::Memory::new(pawl::world_size(&def));
    let hash = pawl::world_init(memory.bytes_mut(), &def).unwrap().hash();
    assert_eq!(hash, World::new(&def).unwrap().hash());
    assert!(memory.bytes().iter().any(|one| *one != 0));
    assert_eq!(pawl::world_init(&mut [0; 64], &def).err().map(|one| one.status), Some(Status::ERR_MEMORY));
}

#[test]
fn closures_are_asked() {
    let shape = ShapeDef { custom_filter: true, ..Default::default() };
    let (mut world, mut seen) = (room(), Vec::new());
    let first = world.body_create_circle(&at(0, 0), Some(&shape), fx!(1)).unwrap();
    world.body_create_circle(&at(0, 1), Some(&shape), fx!(1)).unwrap();
    let now = world.body(first).position();
    let mut hooks = StepHooks::new().should_collide(|world, a, b| {
        assert_eq!(world.shape(a).body(), first);
        seen.push((a, b, world.body(first).position()));
        false
    });
    world.step(Some(&mut hooks)).unwrap();
    drop(hooks);
    assert_eq!(seen.len(), 1);
    assert_eq!(seen[0].2, now);
    assert_eq!(world.events().begin_count, 0);
}

#[test]
fn terrain_is_made_of_slices() {
    static HILLS: [Vec2; 3] = [Vec2 { x: fx!(10), y: fx!(0) }, Vec2 { x: fx!(0), y: fx!(0) }, Vec2 { x: fx!(-10), y: fx!(0) }];
    let mut world = World::new(&WorldDef { body_capacity: 8, shape_capacity: 8, terrain: true, ..Default::default() }).unwrap();
    let ground = world.body_create(&BodyDef::default()).unwrap();
    let chain = pawl::Chain::new().points(&HILLS);
    assert_eq!((chain.count, chain.loop_), (3, false));
    pawl::chain_check(&chain).unwrap();
    let loose = pawl::Chain::new().points(&HILLS[..1]);
    assert_eq!(pawl::chain_check(&loose).unwrap_err().text("field"), Some("count"));
    world.shape_create_chain(ground, &ShapeDef::default(), &chain).unwrap();
    let ball = world.body_create_circle(&at(0, 3), None, fx!(1)).unwrap();
    (0..120).for_each(|_| world.step(None).unwrap());
    assert!((world.body(ball).position().y - fx!(1)).abs() < fx!(0.1), "{}", world.body(ball).position().y);
}

#[test]
fn soft_bodies_are_made_of_slices() {
    let room = WorldDef { body_capacity: 8, shape_capacity: 8, soft_capacity: 1, soft_point_capacity: 8, soft_link_capacity: 8, ..Default::default() };
    let mut world = World::new(&room).unwrap();
    let (points, links) = {
        let point = |x| pawl::SoftPoint { position: pawl::vec2_units(x, 5), mass: fx!(1), ..Default::default() };
        let link = |a| pawl::SoftLink { a, b: a + 1, ..Default::default() };
        ([point(0), point(1), point(2)], [link(0), link(1)])
    };
    let soft = world.soft_create(&pawl::SoftDef::new().points(&points).links(&links)).unwrap();
    drop((points, links)); // they are copied
    world.step(None).unwrap();
    assert_eq!(world.soft(soft).point_count(), 3);
}

#[test]
fn saves_bring_a_world_back() {
    let mut world = room();
    world.body_create_circle(&at(0, 5), None, fx!(1)).unwrap();
    let mut save = vec![0; world.save_size()];
    world.save(&mut save).unwrap();
    let before = world.hash();
    world.step(None).unwrap();
    assert_ne!(world.hash(), before);
    world.restore(&save).unwrap();
    assert_eq!(world.hash(), before);
}

fn square(x: i32, y: i32, side: i32) -> Vec<Vec2> {
    [(0, 0), (1, 0), (1, 1), (0, 1)].iter().map(|(i, j)| pawl::vec2_units(x + side * i, y + side * j)).collect()
}

/// Of squares with whole sides, whose areas are known.
#[test]
fn polygons_are_lists_of_rings() {
    let mut drawn = Drawn::new();
    let units = |rings: &pawl::Polygon| pawl::rings_area2(rings) / 2 >> 32;
    for _ in 0..50 {
        let (side, dx, dy) = (1 + drawn.below(9) as i32, drawn.below(12) as i32, drawn.below(12) as i32);
        let (a, b) = ([square(0, 0, side)], [square(dx, dy, side)]);
        let common = i64::from((side - dx).max(0)) * i64::from((side - dy).max(0));
        let one = i64::from(side) * i64::from(side);
        let by = |operation| pawl::polygon_boolean(operation, pawl::Fill::NONZERO, &a, &b).unwrap();
        assert_eq!(units(&by(pawl::Boolean::UNION)), 2 * one - common);
        assert_eq!(units(&by(pawl::Boolean::INTERSECTION)), common);
        let rest = by(pawl::Boolean::DIFFERENCE);
        assert_eq!(units(&rest), one - common);
        let parts = pawl::polygon_convex_parts(pawl::Fill::NONZERO, &rest, 8).unwrap();
        assert_eq!(units(&parts), one - common);
        let sum = pawl::minkowski_sum(&a[0], &b[0]).unwrap();
        assert_eq!((sum.len(), units(&vec![sum])), (4, 4 * one));
    }
    let none: [Vec<Vec2>; 0] = [];
    assert!(pawl::polygon_boolean(pawl::Boolean::UNION, pawl::Fill::NONZERO, &none, &none).unwrap().is_empty());
    let far = [vec![Vec2 { x: Fx::from_raw(i32::MAX), y: fx!(0) }, Vec2::default(), pawl::vec2_units(0, 1)]];
    let error = pawl::polygon_boolean(pawl::Boolean::UNION, pawl::Fill::NONZERO, &far, &none).unwrap_err();
    assert_eq!(error.status, Status::ERR_RANGE);
    assert_eq!(pawl::minkowski_sum(&[], &square(0, 0, 1)).unwrap_err().status, Status::ERR_ARGUMENT);
}

/// A wall two units thick at x = 0, from y = -10 to 10, and a walker that is a square of side 1.
#[test]
fn levels_are_baked_and_walked_in() {
    let wall = [pawl::vec2_units(-1, -10), pawl::vec2_units(1, -10), pawl::vec2_units(1, 10), pawl::vec2_units(-1, 10)];
    let half = fx!(0.5);
    let walker = [(-half, -half), (half, -half), (half, half), (-half, half)].map(|(x, y)| Vec2 { x, y });
    let bounds = pawl::Box { lower: pawl::vec2_units(-20, -20), upper: pawl::vec2_units(20, 20) };
    let block = pawl::LevelPlan::new().polygon(0, &[wall]).walker(&walker).bounds(bounds).bake().unwrap();
    let copy = pawl::LevelBlock::copy(block.bytes());
    let level = copy.open().unwrap();
    assert!(level.triangle_count > 0 && level.region_count == 1);
    let rings = level.outline(None).unwrap();
    assert_eq!((rings.len(), pawl::rings_area2(&rings) / 2 >> 32), (1, 3 * 21));

    let from = level.locate(pawl::vec2_units(-5, 0), 0).unwrap();
    let to = level.locate(pawl::vec2_units(5, 0), 0).unwrap();
    assert!(!level.sees(None, from, to.position) && level.is_solid(None, level.locate(Vec2::default(), 0).unwrap().triangle));
    let mut place = from;
    let report = level.step(None, pawl::vec2_units(10, 0), fx!(0), pawl::FrictionModel::COULOMB, &mut place).unwrap();
    assert_eq!((report.contact_count, place.position.x, place.position.y), (1, fx!(-1.5), fx!(0)));
    let way = level.find_path(None, from, to).unwrap();
    assert_eq!((way.points.len(), way.points[0], way.points[3]), (4, from.position, to.position));
    assert!(level.find_shortest_path(None, from, to).unwrap().length <= way.length);

    let mut walker = pawl::Walker { place: from, ..Default::default() };
    for _ in 0..120 {
        level.walker_step(None, &WalkerDef::default(), &[], pawl::vec2_units(1, 0), &mut walker).unwrap();
    }
    assert_eq!(walker.place.position, place.position);
    let lift = pawl::Platform { points: &square(0, 0, 1), position: pawl::vec2_units(3, 0), movement: Vec2::default(), friction: fx!(0) };
    let report = level.walker_step(None, &WalkerDef::default(), &[lift], Vec2::default(), &mut walker).unwrap();
    assert_eq!(report.squeezed, 0);

    let error = pawl::LevelPlan::new().polygon(3, &[square(0, 0, 1)]).bake().err().unwrap();
    assert_eq!(error.status, Status::ERR_ARGUMENT);
    let mut damaged = block.bytes().to_vec();
    damaged[block.bytes().len() / 2] ^= 1;
    assert!(pawl::LevelBlock::copy(&damaged).open().is_err());
}

#[test]
fn worlds_are_recorded() {
    let def = WorldDef { body_capacity: 8, shape_capacity: 8, ..Default::default() };
    for packed in [false, true] {
        let (mut world, mut file) = (World::new(&def).unwrap(), Vec::new());
        let header = pawl::replay_header_default(pawl::ReplayType::WORLD);
        let options = pawl::RecordOptions { hash_every: 10, packed, ..Default::default() };
        let mut recorder = pawl::Recorder::new(&def, &world, &header, options, &mut file).unwrap();
        recorder.write_meta("game=test").unwrap();
        for tick in 0..60 {
            if tick % 20 == 0 {
                world.body_create_circle(&at(tick, 5), None, fx!(1)).unwrap();
            }
            recorder.step(&mut world, None).unwrap();
        }
        recorder.end(&world).unwrap();
        assert!(recorder.failed().is_none());
        drop(recorder);
        let replay = pawl::Replay::open(&file).unwrap();
        let verdict = pawl::Playback::new(&replay, false).unwrap().verify();
        assert_eq!((verdict.status, verdict.tick, replay.final_hash), (Status::OK, 60, world.hash()));
    }
    /// A disk without room.
    struct Full;
    impl std::io::Write for Full {
        fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
            Err(std::io::Error::new(std::io::ErrorKind::Other, "no room"))
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let world = World::new(&def).unwrap();
    let header = pawl::replay_header_default(pawl::ReplayType::WORLD);
    let error = pawl::Recorder::new(&def, &world, &header, pawl::RecordOptions::default(), Full).err().unwrap();
    assert_eq!(error.status, Status::ERR_MEMORY);
}
