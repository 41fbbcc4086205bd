import "uplot/dist/uPlot.min.css";
import { type ReactNode, useEffect, useRef } from "react";
import UPlot from "uplot";
import { formatCount } from "../../components/money-format.ts";
import { lineStyleOf } from "./line-style.ts";
import type { Buckets, Series } from "./series.ts";

const height = 240;

interface UsageChartProps {
  buckets: Buckets;
  series: readonly Series[];
  /** Returns the name of a series. */
  nameOf: (of: string) => string;
}

/** Line chart of counts over time, hidden from screen readers: the table has the same data. */
export default function UsageChart({ buckets, series, nameOf }: UsageChartProps): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    let plot = draw(element, { buckets, series, nameOf });
    const resized = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height }));
    resized.observe(element);
    const redraw = () => {
      plot.destroy();
      plot = draw(element, { buckets, series, nameOf });
    };
    // The canvas does not follow theme changes, so it is redrawn.
    const themed = new MutationObserver(redraw);
    themed.observe(document.documentElement, { attributeFilter: ["data-theme"] });
    const scheme = matchMedia("(prefers-color-scheme: dark)");
    scheme.addEventListener("change", redraw);
    return () => {
      resized.disconnect();
      themed.disconnect();
      scheme.removeEventListener("change", redraw);
      plot.destroy();
    };
  }, [buckets, series, nameOf]);
  return <div ref={place} aria-hidden className="usage-chart min-w-0 overflow-hidden" />;
}

function draw(element: HTMLElement, { buckets, series, nameOf }: UsageChartProps): UPlot {
  const axis = {
    stroke: colorOf(element, "text-ink-3"),
    font: "12px 'IBM Plex Mono'",
    grid: { stroke: colorOf(element, "text-line"), width: 1 },
    ticks: { show: false },
  };
  return new UPlot(
    {
      width: element.clientWidth,
      height,
      legend: { show: false },
      cursor: { y: false, points: { size: 6 } },
      scales: { x: { time: true }, y: { range: (_, __, max) => [0, Math.max(1, max * 1.08)] } },
      axes: [
        { ...axis, values: (_, splits) => splits.map((at) => formatSplit(at, buckets)) },
        { ...axis, size: 56, incrs: wholeSteps, values: (_, splits) => splits.map(formatCount) },
      ],
      series: [
        {},
        ...series.map(({ of }, index) => ({
          label: nameOf(of),
          stroke: colorOf(element, lineStyleOf(index).color),
          dash: [...lineStyleOf(index).dash],
          width: 1.5,
          points: { show: false },
          ...(UPlot.paths.stepped !== undefined && { paths: UPlot.paths.stepped({ align: 1 }) }),
        })),
      ],
    },
    toPoints(buckets, series),
    element,
  );
}

/** Converts series to chart points. Each count spans its bucket, so the last bucket needs an additional end point. */
function toPoints({ startsMs }: Buckets, series: readonly Series[]): UPlot.AlignedData {
  const [first = 0, second = 0] = startsMs;
  const endMs = (startsMs.at(-1) ?? 0) + second - first;
  const withEnd = (counts: readonly number[]) => [...counts, counts.at(-1) ?? 0];
  return [[...startsMs, endMs].map((ms) => ms / 1000), ...series.map(({ counts }) => withEnd(counts))];
}

/** Axis steps: counts are integers. */
const wholeSteps = [1, 2, 5]
  .flatMap((step) => [0, 1, 2, 3, 4, 5, 6, 7, 8].map((power) => step * 10 ** power))
  .toSorted((one, other) => one - other);

const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });
const hour = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", timeZone: "UTC" });

function formatSplit(atSeconds: number, { granularity, startsMs }: Buckets): string {
  const isOneDay = granularity === "hour" && startsMs.length <= 24;
  return (isOneDay ? hour : day).format(atSeconds * 1000);
}

/** Returns the computed color of a class in the current theme. */
function colorOf(element: HTMLElement, className: string): string {
  const probe = document.createElement("i");
  probe.className = className;
  element.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
