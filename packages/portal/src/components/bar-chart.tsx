import { type PointerEvent, useState } from "react";
import { niceCeiling } from "./chart-scale.ts";
import { formatCount } from "./money-format.ts";

interface Series {
  name: string;
  /** `fill-…` utility class. Series also differ by their position in the stack, not only by color. */
  fill: string;
}

interface Bucket {
  /** Label of the bar, shown when the pointer is over it. */
  label: string;
  /** Value of each series, from the bottom of the stack. */
  values: readonly number[];
}

interface BarChartProps {
  /** Accessible label of the chart. */
  label: string;
  series: readonly Series[];
  buckets: readonly Bucket[];
  format?: (value: number) => string;
}

const height = 120;
const step = 10;

/** Stacked bar chart of counts over time. Shows the values of the bar under the pointer above the chart. */
export function BarChart({ label, series, buckets, format = formatCount }: BarChartProps) {
  const [pointed, setPointed] = useState<number | null>(null);
  const totals = buckets.map((bucket) => bucket.values.reduce((sum, value) => sum + value, 0));
  const ceiling = niceCeiling(Math.max(0, ...totals));
  const width = Math.max(1, buckets.length) * step;
  const point = (event: PointerEvent<SVGSVGElement>) => {
    const { left, width: across } = event.currentTarget.getBoundingClientRect();
    setPointed(
      Math.min(buckets.length - 1, Math.max(0, Math.floor(((event.clientX - left) / across) * buckets.length))),
    );
  };
  const shown = pointed === null ? undefined : buckets[pointed];
  return (
    <figure>
      <Legend series={series} bucket={shown} format={format} />
      <div className="relative">
        <span className="absolute top-0 left-0 -translate-y-full pb-0.5 font-mono text-12 text-ink-3">
          {format(ceiling)}
        </span>
        <svg
          role="img"
          aria-label={`${label}, maximum ${format(Math.max(0, ...totals))}`}
          viewBox={`0 0 ${width} ${height}`}
          preserveAspectRatio="none"
          className="block h-30 w-full border-t border-b border-line border-b-edge"
          onPointerMove={point}
          onPointerLeave={() => setPointed(null)}
        >
          <line
            x1="0"
            x2={width}
            y1={height / 2}
            y2={height / 2}
            className="stroke-line"
            vectorEffect="non-scaling-stroke"
          />
          {pointed !== null && <rect x={pointed * step} width={step} height={height} className="fill-sunken" />}
          {series.map(({ name, fill }, index) => (
            <path key={name} d={drawBars(buckets, index, height / ceiling)} className={fill} />
          ))}
        </svg>
      </div>
      <figcaption className="flex justify-between pt-1 font-mono text-12 text-ink-3">
        <span>{buckets[0]?.label}</span>
        <span>{buckets.at(-1)?.label}</span>
      </figcaption>
    </figure>
  );
}

/** Returns the SVG path of the bars of a series, stacked on the previous series. */
function drawBars(buckets: readonly Bucket[], index: number, scale: number): string {
  const bars = buckets.map(({ values }, at) => {
    const below = values.slice(0, index).reduce((sum, each) => sum + each, 0);
    const top = height - (below + (values[index] ?? 0)) * scale;
    return `M${at * step + 2} ${top}h${step - 4}V${height - below * scale}h${4 - step}z`;
  });
  return bars.join("");
}

interface LegendProps {
  series: readonly Series[];
  bucket: Bucket | undefined;
  format: (value: number) => string;
}

function Legend({ series, bucket, format }: LegendProps) {
  return (
    <p className="flex flex-wrap justify-end gap-x-4 pb-2 text-12 text-ink-2">
      {bucket !== undefined && <span className="font-mono text-ink-3">{bucket.label}</span>}
      {series.map(({ name, fill }, index) => (
        <span key={name} className="inline-flex items-center gap-1.5">
          <svg aria-hidden viewBox="0 0 8 8" className="size-2">
            <rect width="8" height="8" className={fill} />
          </svg>
          {name}
          {bucket !== undefined && <span className="font-mono text-ink">{format(bucket.values[index] ?? 0)}</span>}
        </span>
      ))}
    </p>
  );
}
