// draw.mjs - what programs of tests draw and play, in node, in pages and in workers.

/* xorshift32, Marsaglia 2003, as in the programs in C. */
export function drawing(seed) {
  let state = seed >>> 0;
  return limit => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state % limit;
  };
}

export const hex = hash => hash.toString(16).padStart(8, '0');

export const programs = {
  /* A floor and ten boxes on it, as port/bindings/c/hello.c. */
  hello({ BodyDef, BodyType, fx, World }) {
    const world = new World({ bodyCapacity: 16, shapeCapacity: 16 }), body = new BodyDef();
    for (let i = 0; i < 11; i++) {
      body.position.y = fx(i).sub('0.5');
      world.bodyCreateBox(body, i === 0 ? '20.5' : '0.5', '0.5');
      body.type = BodyType.DYNAMIC;
    }
    for (let tick = 0; tick < 300; tick++) world.step();
    return [hex(world.hash())];
  },

  /* As arcade.c. */
  arcade({ Arcade, ArcadePrototype, ARCADE_BOX, ARCADE_EDGE_BOUNCE }, seed) {
    const draw = drawing(seed), hashes = [];
    const arcade = new Arcade({ edges: Array(4).fill(ARCADE_EDGE_BOUNCE), bounds: [[-20, -20], [20, 20]] });
    const ball = arcade.addPrototype(new ArcadePrototype()), box = arcade.addPrototype({ shape: ARCADE_BOX });
    for (let i = 0; i < 30; i++) {
      const position = [draw(37) - 18, draw(37) - 18], velocity = [draw(21) - 10, draw(21) - 10];
      arcade.create(draw(2) ? ball : box, position, velocity, i);
    }
    for (let tick = 0; tick < 300; tick++) {
      arcade.step();
      if (tick % 60 === 59) hashes.push(hex(arcade.hash()));
    }
    return hashes;
  },
};
