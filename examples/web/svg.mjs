// svg.mjs - marks of the module as SVG, and a world as a C program: what is text.

const UNIT = 256;
const HEAD = 6;

const color = value => `#${(value >>> 0).toString(16).padStart(6, '0')}`;
const pixels = value => String(Number((value / UNIT).toFixed(2)));

/* The hull of points grown by a radius: a polygon with round corners, which its outline makes. */
function shape(words, at, attributes) {
  const count = words[at],
    first = at + HEAD;
  if (count === 1) {
    const [x, y, radius] = [words[first], words[first + 1], words[at + 3]].map(pixels);
    return `<circle cx="${x}" cy="${y}" r="${radius}" ${attributes}/>`;
  }
  const points = Array.from(
    { length: count },
    (_, i) => `${pixels(words[first + 2 * i])},${pixels(words[first + 2 * i + 1])}`,
  );
  return `<polygon points="${points.join(' ')}" ${attributes}/>`;
}

export function svgOf(words, width, height, paper) {
  const parts = [];
  for (let at = 0; at < words.length; at += HEAD + 2 * words[at]) {
    const [count, fill, stroke, radius, line] = words.subarray(at, at + 5);
    const opacity = words[at + 5] & 1 ? ' opacity="0.8"' : '';
    const isGrown = count > 1 && radius > 0;
    if (isGrown) {
      // The outline below, and what it encloses above it.
      parts.push(
        shape(
          words,
          at,
          `fill="${color(stroke)}" stroke="${color(stroke)}" stroke-width="${pixels(2 * radius + line)}"${opacity}`,
        ),
      );
      parts.push(
        shape(
          words,
          at,
          `fill="${color(fill)}" stroke="${color(fill)}" stroke-width="${pixels(2 * radius - line)}"${opacity}`,
        ),
      );
    } else {
      parts.push(
        shape(words, at, `fill="${color(fill)}" stroke="${color(stroke)}" stroke-width="${pixels(line)}"${opacity}`),
      );
    }
  }
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" ` +
    `stroke-linejoin="round" stroke-linecap="round">\n<rect width="100%" height="100%" fill="${paper}"/>\n${parts.join('\n')}\n</svg>\n`
  );
}

const ROW = 24; // bytes

/* A program that goes on from a snapshot and prints the hash that any machine gets. */
export function programOf(bytes, title, tick) {
  const rows = [];
  for (let i = 0; i < bytes.length; i += ROW) rows.push(`    ${[...bytes.subarray(i, i + ROW)].join(', ')},`);
  return `/* ${title.replaceAll('*/', '* /')} at tick ${tick}, which goes on for 60 steps.
 * cc -std=c11 FILE.c $(pkg-config --cflags --libs pawl) */
#include <pawl/pawl.h>
#include <pawl/state.h>
#include <stdio.h>
#include <stdlib.h>

static const uint8_t bytes[] = {
${rows.join('\n')}
};

int main(void) {
    pawl_snapshot_info info;
    pawl_world *world;
    if (pawl_snapshot_inspect(bytes, sizeof bytes, &info)) return 1;
    const size_t size = pawl_world_size(&info.def);
    void *const memory = malloc(size);
    if (memory == NULL || pawl_world_decode(bytes, sizeof bytes, memory, size, &world)) return 1;
    if (pawl_world_find_unbound(world).index1 != 0) {
        fputs("terrain has its points apart: give them to pawl_shape_bind here\\n", stderr);
        return 1;
    }
    for (int step = 0; step < 60; step++) {
        if (pawl_world_step(world, NULL)) return 1;
    }
    printf("tick=%lu hash=%08lx\\n", (unsigned long)pawl_world_get_tick(world), (unsigned long)pawl_world_hash(world));
    free(memory);
    return 0;
}
`;
}
