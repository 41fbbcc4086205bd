import "uplot/dist/uPlot.min.css";
import { type ReactNode, useEffect, useRef } from "react";
import UPlot from "uplot";
import { formatCount } from "../../components/money-format.ts";
import type { Buckets, Series } from "./series.ts";
import { lookOf } from "./series-look.ts";

const height = 240;

interface UsageChartProps {
  buckets: Buckets;
  series: readonly Series[];
  /** What each series is called. */
  nameOf: (of: string) => string;
}

/** Counts over time as lines. The table beside it says the same to those who do not see it. */
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
    // A canvas keeps the inks it was drawn with.
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
    stroke: inkOf(element, "text-ink-3"),
    font: "12px 'IBM Plex Mono'",
    grid: { stroke: inkOf(element, "text-line"), width: 1 },
    ticks: { show: false },
  };
  return new UPlot(
    {
      width: element.clientWidth,
      height,
      legend: { show: false },
      cursor: { y: false, points: { size: 6 } },
      scales: { x: { time: true }, y: { range: (_, __, most) => [0, Math.max(1, most * 1.08)] } },
      axes: [
        { ...axis, values: (_, splits) => splits.map((at) => formatSplit(at, buckets)) },
        { ...axis, size: 56, incrs: wholeSteps, values: (_, splits) => splits.map(formatCount) },
      ],
      series: [
        {},
        ...series.map(({ of }, index) => ({
          label: nameOf(of),
          stroke: inkOf(element, lookOf(index).ink),
          dash: [...lookOf(index).dash],
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

/** Each count holds from the start of its bucket to the start of the next; the last one needs an end of its own. */
function toPoints({ startsMs }: Buckets, series: readonly Series[]): UPlot.AlignedData {
  const [first = 0, second = 0] = startsMs;
  const endMs = (startsMs.at(-1) ?? 0) + second - first;
  const withEnd = (counts: readonly number[]) => [...counts, counts.at(-1) ?? 0];
  return [[...startsMs, endMs].map((ms) => ms / 1000), ...series.map(({ counts }) => withEnd(counts))];
}

/** Counts are whole. */
const wholeSteps = [1, 2, 5]
  .flatMap((step) => [0, 1, 2, 3, 4, 5, 6, 7, 8].map((power) => step * 10 ** power))
  .toSorted((one, other) => one - other);

const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });
const hour = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", timeZone: "UTC" });

function formatSplit(atSeconds: number, { granularity, startsMs }: Buckets): string {
  const isOneDay = granularity === "hour" && startsMs.length <= 24;
  return (isOneDay ? hour : day).format(atSeconds * 1000);
}

/** What a class's colour comes to in the theme on show. */
function inkOf(element: HTMLElement, className: string): string {
  const probe = document.createElement("i");
  probe.className = className;
  element.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
