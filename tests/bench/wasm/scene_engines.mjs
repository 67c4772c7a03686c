// scene_engines.mjs - the engines that run a scene of the benchmark, in node or in a page: each has
// make(scene), step() and height(index), and takes one thread. Nothing of node here: whoever calls has
// loaded the modules.
const SUBSTEPS = 4;
const raw = value => Math.floor(value * 65536 + 0.5);
const turn = radians => {
  const turns = radians / (2 * Math.PI);
  return Math.round((turns - Math.floor(turns)) * 2 ** 32) >>> 0;
};

/* A program of pawl_scene.c that pawl.mjs has started. The hooks: 0 none, 1 a cache, 2 a cache and lanes. */
export function pawl(program, hooks) {
  const check = answer => { if (!answer) throw new Error('pawl refuses'); };
  return {
    make(scene) {
      check(program.begin(scene.bodies.length, ...scene.gravity.map(raw), hooks));
      for (const body of scene.bodies) {
        for (const point of body.vertices) check(program.point(...point.map(raw)));
        check(program.body(body.dynamic, raw(body.x), raw(body.y), turn(body.angle),
          raw(body.radius), raw(body.density), raw(body.friction), raw(body.restitution)));
      }
    },
    step: () => check(program.step()),
    height: index => program.height(index) / 65536,
    hash: () => (program.hash() >>> 0).toString(16).padStart(8, '0'),
  };
}

/* The module of @dimforge/rapier2d-deterministic-compat. */
export async function rapier(found) {
  const RAPIER = found.default ?? found;
  await RAPIER.init();
  let world, bodies;
  const shape_of = body => {
    if (body.vertices.length === 1) return RAPIER.ColliderDesc.ball(body.radius);
    return RAPIER.ColliderDesc.convexHull(new Float32Array(body.vertices.flat()));
  };
  return {
    make(scene) {
      if (world) world.free();
      world = new RAPIER.World({ x: scene.gravity[0], y: scene.gravity[1] });
      world.timestep = 1 / 60;
      bodies = scene.bodies.map(body => {
        const desc = body.dynamic ? RAPIER.RigidBodyDesc.dynamic() : RAPIER.RigidBodyDesc.fixed();
        desc.setTranslation(body.x, body.y).setRotation(body.angle).setCanSleep(false);
        const made = world.createRigidBody(desc);
        world.createCollider(shape_of(body).setDensity(body.density).setFriction(body.friction)
          .setRestitution(body.restitution), made);
        return made;
      });
    },
    step: () => world.step(),
    height: index => bodies[index].translation().y,
  };
}

/* The module of box2d3-wasm, which chooses its build with SIMD by what node or the browser can do. */
export async function box2d({ default: factory }) {
  const b2 = await factory({ pthreadCount: 0 });
  let world, bodies;
  const vector = ([x, y]) => new b2.b2Vec2(x, y);
  const add_shape = (made, body) => {
    const def = b2.b2DefaultShapeDef();
    def.density = body.density;
    def.material.friction = body.friction;
    def.material.restitution = body.restitution;
    if (body.vertices.length === 1) {
      const circle = new b2.b2Circle();
      circle.center = vector(body.vertices[0]);
      circle.radius = body.radius;
      b2.b2CreateCircleShape(made, def, circle);
    } else {
      const hull = b2.b2ComputeHull(body.vertices.map(vector));
      b2.b2CreatePolygonShape(made, def, b2.b2MakePolygon(hull, body.radius));
    }
  };
  return {
    make(scene) {
      if (world) b2.b2DestroyWorld(world);
      const def = b2.b2DefaultWorldDef();
      def.gravity = vector(scene.gravity);
      def.enableSleep = false;
      world = b2.b2CreateWorld(def);
      bodies = scene.bodies.map(body => {
        const at = b2.b2DefaultBodyDef();
        at.type = body.dynamic ? b2.b2BodyType.b2_dynamicBody : b2.b2BodyType.b2_staticBody;
        at.position = vector([body.x, body.y]);
        at.rotation = b2.b2MakeRot(body.angle);
        const made = b2.b2CreateBody(world, at);
        add_shape(made, body);
        return made;
      });
    },
    step: () => b2.b2World_Step(world, 1 / 60, SUBSTEPS),
    height: index => b2.b2Body_GetPosition(bodies[index]).y,
  };
}
