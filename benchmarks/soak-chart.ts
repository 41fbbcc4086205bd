import type { SoakSample } from "./webhook-soak.ts";

const width = 720;
const panelHeight = 120;
const margin = { left: 64, right: 24, top: 28 };

interface Panel {
  title: string;
  lines: { color: string; valueOf: (sample: SoakSample) => number }[];
}

const panels: Panel[] = [
  {
    title: "latency: p50 (blue) and p99 (red), ms",
    lines: [
      { color: "#1f6feb", valueOf: ({ p50 }) => p50 },
      { color: "#cf222e", valueOf: ({ p99 }) => p99 },
    ],
  },
  { title: "process memory, MiB", lines: [{ color: "#1f6feb", valueOf: ({ residentMib }) => residentMib }] },
  { title: "tables with indexes, MiB", lines: [{ color: "#1f6feb", valueOf: ({ tablesMib }) => tablesMib }] },
];

/** Draws a soak test as SVG: latency, memory and table size over completed deliveries. */
export function drawSoak(samples: readonly SoakSample[], caption: string): string {
  const height = panels.length * (panelHeight + margin.top + 24) + 24;
  const drawn = panels.map((panel, at) => drawPanel(panel, samples, at * (panelHeight + margin.top + 24)));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12">`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    ...drawn,
    `<text x="${margin.left}" y="${height - 8}" fill="#57606a">${caption}</text>`,
    "</svg>\n",
  ].join("\n");
}

function drawPanel({ title, lines }: Panel, samples: readonly SoakSample[], top: number): string {
  const last = samples.at(-1)?.delivered ?? 1;
  const most = Math.max(1, ...lines.flatMap(({ valueOf }) => samples.map(valueOf).filter(Number.isFinite)));
  const bottom = top + margin.top + panelHeight;
  const x = (delivered: number) => margin.left + (delivered / last) * (width - margin.left - margin.right);
  const y = (value: number) => bottom - (value / most) * panelHeight;
  const paths = lines.map(({ color, valueOf }) => {
    const points = samples
      .filter((sample) => Number.isFinite(valueOf(sample)))
      .map((sample) => `${x(sample.delivered).toFixed(1)},${y(valueOf(sample)).toFixed(1)}`);
    return `<polyline fill="none" stroke="${color}" stroke-width="1.5" points="${points.join(" ")}"/>`;
  });
  return [
    `<text x="${margin.left}" y="${top + 18}" font-weight="bold">${title}</text>`,
    `<path d="M${margin.left} ${top + margin.top}V${bottom}H${width - margin.right}" fill="none" stroke="#8c959f"/>`,
    `<text x="${margin.left - 6}" y="${top + margin.top + 8}" text-anchor="end">${most.toFixed(0)}</text>`,
    `<text x="${margin.left - 6}" y="${bottom}" text-anchor="end">0</text>`,
    `<text x="${width - margin.right}" y="${bottom + 14}" text-anchor="end">${last.toLocaleString("en")} deliveries</text>`,
    ...paths,
  ].join("\n");
}
