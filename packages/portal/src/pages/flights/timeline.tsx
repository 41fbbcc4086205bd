import type { Slice } from "@wayfare/sdk";
import { formatMinutes } from "../../components/time-format.ts";
import { layoutTicks, layoutTimeline, type Span, type Tick } from "./timeline-layout.ts";

const axis = 22;
const maxTicks = 7;

const timeClass = "fill-ink font-mono text-14 font-medium";

const codeClass = "fill-ink-2 font-mono text-12";

/** Margins for the times at both ends, in percent of the width. */
const margins = { wide: 12, narrow: 18 };
type Width = keyof typeof margins;

const placeOn = (width: Width) => (fraction: number) => `${margins[width] + fraction * (100 - 2 * margins[width])}%`;

interface TimelineProps {
  slice: Slice;
  /** Time span of the timeline, shared by the rows of a list so that they can be compared. */
  span: Span;
  width?: Width;
}

/** Timeline of a slice to scale: flights as lines, layovers as dotted lines, times in local time. */
export function TimelineChart({ slice, span, width = "wide" }: TimelineProps) {
  const percent = placeOn(width);
  const line = layoutTimeline(slice, span);
  return (
    <svg role="img" aria-label={describe(slice)} width="100%" height="44" className="block overflow-visible">
      <Grid ticks={layoutTicks(span, line.departure.offsetMinutes, maxTicks)} percent={percent} />
      {line.layovers.map(({ layover, from, to }) => (
        <g key={layover.airport}>
          <line
            x1={percent(from)}
            x2={percent(to)}
            y1={axis}
            y2={axis}
            className={layover.airportChange === null ? "stroke-ink-3" : "stroke-caution"}
            strokeDasharray="1 4"
            strokeLinecap="round"
            strokeWidth="1.5"
          />
          <text x={percent((from + to) / 2)} y={axis + 17} textAnchor="middle" className="fill-ink-2 font-mono text-12">
            {layover.airport}
          </text>
        </g>
      ))}
      {line.flights.map(({ segment, from, to }) => (
        <g key={segment.departureAt}>
          <line x1={percent(from)} x2={percent(to)} y1={axis} y2={axis} className="stroke-ink" strokeWidth="2" />
          {to - from > 0.17 && (
            <text
              x={percent((from + to) / 2)}
              y={axis - 7}
              textAnchor="middle"
              className="fill-ink-3 font-mono text-12"
            >
              {segment.marketingCarrier} {segment.flightNumber}
            </text>
          )}
          <Stop at={percent(from)} />
          <Stop at={percent(to)} />
        </g>
      ))}
      <text x={percent(line.from)} dx="-9" y={axis + 4.5} textAnchor="end" className={timeClass}>
        {line.departure.clock}
      </text>
      {width === "wide" && (
        <>
          <text x={percent(line.from)} dx="-9" y={axis + 18} textAnchor="end" className={codeClass}>
            {slice.origin}
          </text>
          <text x={percent(line.to)} dx="9" y={axis + 18} className={codeClass}>
            {slice.destination}
          </text>
        </>
      )}
      <text x={percent(line.to)} dx="9" y={axis + 4.5} className={timeClass}>
        {line.arrival.clock}
        <DayShift days={line.dayShift} />
      </text>
    </svg>
  );
}

function Stop({ at }: { at: string }) {
  return <circle cx={at} cy={axis} r="3" strokeWidth="1.5" className="fill-surface stroke-ink" />;
}

function DayShift({ days }: { days: number }) {
  if (days === 0) return null;
  return (
    <tspan dy="-5" dx="2" className="fill-caution text-12">
      {days > 0 ? `+${days}` : `−${-days}`}
    </tspan>
  );
}

function Grid({ ticks, percent }: { ticks: readonly Tick[]; percent: (fraction: number) => string }) {
  return ticks.map((tick) => (
    <line
      key={tick.at}
      x1={percent(tick.at)}
      x2={percent(tick.at)}
      y1="0"
      y2="44"
      strokeDasharray={tick.isMidnight ? "none" : "1 3"}
      className="stroke-line"
    />
  ));
}

/** Hours above a list of timelines with a shared span, in the local time of the origin. */
export function TimelineHours({ span, offsetMinutes }: { span: Span; offsetMinutes: number }) {
  const percent = placeOn("wide");
  return (
    <svg aria-hidden width="100%" height="20" className="block overflow-visible">
      {layoutTicks(span, offsetMinutes, maxTicks).map((tick) => (
        <text
          key={tick.at}
          x={percent(tick.at)}
          y="14"
          textAnchor="middle"
          className={tick.isMidnight ? "fill-ink-2 font-mono text-12 font-medium" : "fill-ink-3 font-mono text-12"}
        >
          {tick.label}
        </text>
      ))}
    </svg>
  );
}

/** Returns the accessible label of a timeline. */
function describe(slice: Slice): string {
  const { departure, arrival, dayShift } = layoutTimeline(slice, { fromMs: 0, toMs: 1 });
  const layovers = slice.layovers.map(({ airport, durationMinutes }) =>
    durationMinutes === null ? airport : `${formatMinutes(durationMinutes)} at ${airport}`,
  );
  const technical = slice.segments
    .flatMap((segment) => segment.stops ?? [])
    .map(({ airport }) => `a technical stop at ${airport}`);
  const stops = [...layovers, ...technical];
  const later = dayShift === 0 ? "" : ` (${dayShift > 0 ? "+" : ""}${dayShift} d)`;
  return (
    `${slice.origin} ${departure.clock} to ${slice.destination} ${arrival.clock}${later}, ` +
    `${formatMinutes(slice.durationMinutes)}, ${stops.length === 0 ? "nonstop" : `via ${stops.join(" and ")}`}`
  );
}
