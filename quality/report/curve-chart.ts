/** A point of a curve: whole days before departure, the value in the table and the measured value. */
export interface CurvePoint {
  days: number;
  expected: number;
  found: number;
}

const size = { width: 640, height: 270, left: 40, right: 16, top: 46, bottom: 34 };
const colors = { table: "#8a8f98", found: "#0b63ce", band: "#8a8f98", text: "#57606a" };

/** Draws both curves, the departure day on the right, over the tolerance band around the table's curve. Readable on white and on black. */
export function drawCurve(title: string, points: readonly CurvePoint[], tolerance: number): string {
  const { width, height, left, right, top, bottom } = size;
  const highest = 1.05 * Math.max(...points.flatMap(({ expected, found }) => [expected * (1 + tolerance), found]));
  const x = (at: number) => left + ((points.length - 1 - at) * (width - left - right)) / (points.length - 1);
  const y = (ratio: number) => height - bottom - (ratio / highest) * (height - top - bottom);
  const path = (of: (point: CurvePoint) => number) =>
    points.map((point, at) => `${x(at).toFixed(1)},${y(of(point)).toFixed(1)}`).join(" ");
  const lower = points.map((point, at) => `${x(at).toFixed(1)},${y(point.expected * (1 - tolerance)).toFixed(1)}`);
  const label = (at: number, text: string) => `<text x="${x(at).toFixed(1)}" y="${height - 14}">${text}</text>`;
  const ticks = Array.from({ length: Math.floor(highest) + 1 }, (_, ratio) => ratio);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="11" fill="${colors.text}">`,
    `<title>${title}</title>`,
    `<text x="${left}" y="16" font-size="13">${title}</text>`,
    ...ticks.map((ratio) => {
      const at = Math.round(y(ratio));
      const line = `<line x1="${left}" x2="${width - right}" y1="${at}" y2="${at}" stroke="${colors.text}" stroke-opacity=".2"/>`;
      return `${line}<text x="${left - 8}" y="${at + 4}" text-anchor="end">${ratio}</text>`;
    }),
    `<polygon points="${path(({ expected }) => expected * (1 + tolerance))} ${lower.toReversed().join(" ")}" fill="${colors.band}" fill-opacity=".18"/>`,
    `<polyline points="${path(({ expected }) => expected)}" fill="none" stroke="${colors.table}" stroke-width="2" stroke-dasharray="5 4"/>`,
    `<polyline points="${path(({ found }) => found)}" fill="none" stroke="${colors.found}" stroke-width="2.5"/>`,
    `<g text-anchor="middle">${points.map(({ days }, at) => label(at, String(days))).join("")}</g>`,
    `<text x="${left}" y="32">days before departure; dashed: the table, ±${100 * tolerance} %; solid: the sandbox</text>`,
    "</svg>",
    "",
  ].join("\n");
}
