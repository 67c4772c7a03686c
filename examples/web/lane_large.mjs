// lane_large.mjs - a lane that was made large: uPlot with both axes, and the number below the pointer. It is
// fetched when the first lane is made large.
import uPlot from './lib/uplot.mjs';
import { brief } from './elements.mjs';
import { rangeOf } from './lane_plot.mjs';

let style = null; // of uPlot: a promise

function styled() {
  style ??= new Promise((done, fail) => {
    const link = document.createElement('link');
    Object.assign(link, { rel: 'stylesheet', href: 'lib/uplot.css', onload: done, onerror: () => fail(new Error('uplot.css cannot be had')) });
    document.head.append(link);
  });
  return style;
}

export class LargePlot {
  #place;
  #plot;
  #span = 1;

  static async make(place, title) {
    await styled();
    return new LargePlot(place, title);
  }

  constructor(place, title) {
    const colors = getComputedStyle(place);
    const color = name => colors.getPropertyValue(name).trim();
    const axis = { stroke: color('--soft'), font: `11px ${colors.fontFamily}`, ticks: { show: false }, grid: { stroke: color('--line'), width: 1 } };
    this.#place = place;
    this.#plot = new uPlot(
      {
        ...this.#size(),
        padding: [6, 0, 0, 0],
        legend: { show: false },
        cursor: { y: false, points: { size: 6 }, drag: { setScale: false } },
        axes: [
          { ...axis, size: 20, gap: 3 },
          // Numbers lie on the plot: all lanes have one axis of ticks, which begins at the left edge.
          { ...axis, size: 0, gap: -4, align: 1, values: (_, all) => all.map(brief) },
        ],
        scales: { x: { time: false, range: () => [0, this.#span] }, y: { range: (_, low, high) => rangeOf(low, high) } },
        series: [{}, { label: title, stroke: color('--lane'), fill: color('--lane-fill'), width: 1.5, points: { show: false } }],
      },
      [[], []],
      place,
    );
  }

  #size() {
    return { width: Math.max(20, this.#place.clientWidth), height: Math.max(40, this.#place.clientHeight - 1) };
  }

  destroy() {
    this.#plot.destroy();
  }

  set(values, count, span) {
    const { width, height } = this.#size();
    this.#span = span;
    if (width !== this.#plot.width || height !== this.#plot.height) this.#plot.setSize({ width, height });
    this.#plot.setData([Float64Array.from({ length: count }, (_, i) => i), values.subarray(0, count)]);
  }
}
