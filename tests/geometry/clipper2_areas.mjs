/* clipper2_areas.mjs - what Clipper2 itself makes of its test polygons, on a fine grid.
 *
 * Writes tests/golden/polygons/clipper2.txt; how is told at the top of that file. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const [input, modules, version] = process.argv.slice(2);
const clipper = await createRequire(`${modules}/`)("clipper2-wasm")();

const OPERATIONS = { INTERSECTION: "Intersection", UNION: "Union", DIFFERENCE: "Difference", XOR: "Xor" };
const FILLS = { EVENODD: "EvenOdd", NONZERO: "NonZero", POSITIVE: "Positive", NEGATIVE: "Negative" };
const COORDINATE_MAX = (1n << 30n) - 2n;

/* Cases { operation, fill, SUBJECTS, CLIPS }, the last two lists of rings of points. */
function readCases(text) {
    const cases = [];
    let section;
    for (const line of text.split(/\r?\n/)) {
        const [key, value] = line.split(":").map((part) => part.trim());
        if (key === "CAPTION") cases.push({ SUBJECTS: [], CLIPS: [] });
        const last = cases.at(-1);
        if (key === "CLIPTYPE") last.operation = value;
        if (key === "FILLRULE") last.fill = value;
        if (key === "SUBJECTS" || key === "CLIPS") section = key;
        const numbers = /^-?\d/.test(line) ? line.match(/-?\d+/g).map(BigInt) : [];
        const ring = [];
        for (let i = 0; i + 1 < numbers.length; i += 2) ring.push([numbers[i], numbers[i + 1]]);
        if (ring.length > 0) last[section].push(ring);
    }
    return cases;
}

/* The finest power of two, up to 2^16, that keeps all points within the range of pawl. */
function scaleBits({ SUBJECTS, CLIPS }) {
    const all = [...SUBJECTS, ...CLIPS].flat(2).map((x) => (x < 0n ? -x : x));
    const largest = all.reduce((a, b) => (a > b ? a : b), 0n);
    let bits = 16n;
    while (largest << bits > COORDINATE_MAX) bits--;
    return bits;
}

function toPaths(rings, bits) {
    const paths = new clipper.Paths64();
    for (const ring of rings) {
        const path = new clipper.Path64();
        for (const [x, y] of ring) path.push_back(new clipper.Point64(x << bits, y << bits, 0n));
        paths.push_back(path);
    }
    return paths;
}

/* Exactly, unlike Clipper2's own sum in real numbers. */
function doubledArea(paths) {
    let sum = 0n;
    for (let i = 0; i < paths.size(); i++) {
        const path = paths.get(i);
        for (let k = 0; k < path.size(); k++) {
            const a = path.get(k), b = path.get((k + 1) % path.size());
            sum += a.x * b.y - b.x * a.y;
        }
    }
    return sum;
}

console.log(`# Areas that Clipper2 finds for the cases of its Tests/Polygons.txt (642390d0), by
# clipper2-wasm ${version}:
#
#   npm install clipper2-wasm@${version} --prefix DIR
#   node tests/geometry/clipper2_areas.mjs .../Polygons.txt DIR ${version} > tests/golden/polygons/clipper2.txt
#
# number of the case, operation, fill rule, bits that all coordinates are shifted to the left,
# twice the area of the result in those units squared`);
for (const [index, one] of readCases(readFileSync(input, "utf8")).entries()) {
    const bits = scaleBits(one);
    const operation = clipper.ClipType[OPERATIONS[one.operation]];
    const fill = clipper.FillRule[FILLS[one.fill]];
    const result = clipper.BooleanOp64(operation, fill, toPaths(one.SUBJECTS, bits), toPaths(one.CLIPS, bits));
    console.log(index + 1, one.operation, one.fill, String(bits), String(doubledArea(result)));
}
