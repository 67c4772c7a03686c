// lane_plot.mjs - the small picture of a lane: one line over all ticks of the bar, with what is below it
// filled. Where there are more ticks than pixels, a pixel shows the lowest and the highest of its ticks.
const WIDTH = 1.25; // of the line, in CSS pixels
const ROOM = 2; // pixels above and below

/* What the axis of numbers shows: a number that never changes lies in the middle. */
export function rangeOf(low, high) {
  if (!Number.isFinite(low)) return [0, 1];
  if (low === high) return low === 0 ? [0, 1] : [low - Math.abs(low), low + Math.abs(low)];
  return low >= 0 && low < high / 2 ? [0, high] : [low, high];
}

/* [column of pixels, number], as few as the picture needs. */
export function pointsOf(values, count, span, width) {
  const points = [];
  let column = -1,
    low = 0,
    high = 0;
  const end = () => {
    if (column < 0) return;
    points.push([column, low]);
    if (high !== low) points.push([column, high]);
  };
  for (let i = 0; i < count; i++) {
    const value = values[i],
      at = Math.round((i / span) * width);
    if (!Number.isFinite(value)) continue;
    if (at !== column) {
      end();
      column = at;
      low = high = value;
    } else if (value < low) low = value;
    else if (value > high) high = value;
  }
  end();
  return points;
}

export class LanePlot {
  #canvas = document.createElement('canvas');
  #place;

  constructor(place) {
    this.#place = place;
    this.#canvas.setAttribute('aria-hidden', 'true');
    place.append(this.#canvas);
  }

  destroy() {
    this.#canvas.remove();
  }

  /* The first `count` values, on a bar of `span` ticks. */
  set(values, count, span) {
    const canvas = this.#canvas,
      scale = globalThis.devicePixelRatio || 1;
    const width = Math.max(20, this.#place.clientWidth),
      height = Math.max(16, this.#place.clientHeight);
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    const points = pointsOf(values, count, span, canvas.width);
    if (points.length) this.#paint(points, scale);
  }

  #paint(points, scale) {
    const canvas = this.#canvas,
      context = canvas.getContext('2d'),
      style = getComputedStyle(canvas);
    const numbers = points.map(([, value]) => value);
    const [low, high] = rangeOf(Math.min(...numbers), Math.max(...numbers));
    const room = ROOM * scale,
      unit = (canvas.height - 2 * room) / (high - low);
    context.beginPath();
    for (const [x, value] of points) context.lineTo(x, canvas.height - room - (value - low) * unit);
    context.strokeStyle = style.getPropertyValue('--lane');
    context.lineWidth = WIDTH * scale;
    context.lineJoin = 'round';
    context.stroke();
    context.lineTo(points.at(-1)[0], canvas.height);
    context.lineTo(points[0][0], canvas.height);
    context.fillStyle = style.getPropertyValue('--lane-fill');
    context.fill();
  }
}
