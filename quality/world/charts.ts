import type { Compared } from "./comparison.ts";
import type { Distribution } from "./distributions.ts";
import { inFull, percent } from "./text-report.ts";

const width = 720;
const height = 260;
const margin = { top: 12, right: 8, bottom: 56, left: 44 };
const plot = { width: width - margin.left - margin.right, height: height - margin.top - margin.bottom };

/** Escapes text and attribute values for HTML. */
export function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

/** Draws both networks' shares as grouped bars, one group per class. */
export function drawHistogram({ name, classes, ours, real }: Distribution): string {
  const series = [{ shares: ours, of: "ours" }, ...(real === null ? [] : [{ shares: real, of: "real" }])];
  const top = roundUp(Math.max(...series.flatMap(({ shares }) => shares)));
  const slot = plot.width / classes.length;
  const bar = Math.min(22, (slot * 0.8) / series.length);
  const bars = series.flatMap(({ shares, of }, nth) =>
    shares.map((share, at) => {
      const tall = (share / top) * plot.height;
      const x = margin.left + slot * (at + 0.5) + bar * (nth - series.length / 2);
      const description = `${classes[at] ?? ""}, ${of}: ${percent(share)}`;
      return `<rect class="${of}" x="${round(x)}" y="${round(margin.top + plot.height - tall)}" width="${round(bar)}" height="${round(tall)}"><title>${escapeHtml(description)}</title></rect>`;
    }),
  );
  const labels = classes.map((label, at) => {
    const [x, y] = [margin.left + slot * (at + 0.5), margin.top + plot.height + 14];
    return `<text class="label" transform="translate(${round(x)} ${y}) rotate(-28)" text-anchor="end">${escapeHtml(label)}</text>`;
  });
  const lines = [0, 0.25, 0.5, 0.75, 1].map((part) => {
    const y = margin.top + plot.height * (1 - part);
    return `<path class="grid" d="M${margin.left} ${y}H${width - margin.right}"/><text x="${margin.left - 6}" y="${y + 4}" text-anchor="end">${round(100 * top * part)} %</text>`;
  });
  return frame(name, height, [...lines, ...bars, ...labels]);
}

/** Next larger share with readable quarters. */
function roundUp(share: number): number {
  return [0.08, 0.12, 0.2, 0.32, 0.4, 0.6, 0.8].find((top) => share <= top) ?? 1;
}

/** Draws departures of airports on logarithmic axes, real on the x axis and sandbox on the y axis; points on the diagonal are equal. */
export function drawScatter(name: string, all: readonly Compared[]): string {
  const side = 420;
  const ceiling = Math.max(1, ...all.flatMap(({ ours, real }) => [ours, real]));
  const decades = Math.ceil(Math.log10(ceiling));
  const along = (value: number) => (Math.log10(Math.max(1, value)) / decades) * side;
  const [x, y] = [(value: number) => margin.left + along(value), (value: number) => margin.top + side - along(value)];
  const most = 10 ** decades;
  const lines = Array.from({ length: decades + 1 }, (_, at) => 10 ** at).map(
    (value) =>
      `<path class="grid" d="M${x(1)} ${round(y(value))}H${x(most)}M${round(x(value))} ${y(1)}V${y(most)}"/><text x="${margin.left - 6}" y="${round(y(value) + 4)}" text-anchor="end">${inFull(value)}</text><text x="${round(x(value))}" y="${y(1) + 18}" text-anchor="middle">${inFull(value)}</text>`,
  );
  const diagonal = `<path class="diagonal" d="M${x(1)} ${y(1)}L${x(most)} ${y(most)}"/>`;
  const points = all.map(
    (one) =>
      `<circle class="ours" cx="${round(x(one.real))}" cy="${round(y(one.ours))}" r="3"><title>${escapeHtml(one.name)}</title></circle>`,
  );
  const axis = `<text x="${margin.left + side / 2}" y="${margin.top + side + 38}" text-anchor="middle">x axis: real, y axis: sandbox</text>`;
  return frame(name, side + margin.top + margin.bottom, [...lines, diagonal, ...points, axis]);
}

function frame(name: string, tall: number, parts: readonly string[]): string {
  return `<svg viewBox="0 0 ${width} ${tall}" role="img" aria-label="${escapeHtml(name)}">\n${parts.join("\n")}\n</svg>`;
}

const round = (value: number) => Math.round(10 * value) / 10;
