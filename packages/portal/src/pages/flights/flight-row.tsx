import type { Dictionaries, ScoreOption, Slice } from "@wayfare/sdk";
import { ChevronDown } from "lucide-react";
import { lazy, Suspense, useId } from "react";
import { classNames } from "../../components/class-names.ts";
import { Loading } from "../../components/loading.tsx";
import { Miles, Money } from "../../components/money.tsx";
import { Badge } from "../../components/status.tsx";
import { formatMinutes } from "../../components/time-format.ts";
import { useIsWide } from "../../components/use-is-wide.ts";
import { labelName } from "./labels.ts";
import { carriersOf, type RankedFlight } from "./ranked-flights.ts";
import { TimelineChart } from "./timeline.tsx";
import { type Span, spanOf } from "./timeline-layout.ts";

const FlightDetails = lazy(async () => ({ default: (await import("./flight-details.tsx")).FlightDetails }));

interface FlightRowProps {
  row: RankedFlight;
  /** Time span of the timeline of each slice. */
  spans: readonly Span[];
  dictionaries: Dictionaries;
  isOpen: boolean;
  onToggle: () => void;
}

/** Row of the flight list: score, timeline, and prices in cash and miles. */
export function FlightRow({ row, spans, dictionaries, isOpen, onToggle }: FlightRowProps) {
  const detailsId = useId();
  const { flight, best } = row;
  return (
    <li className={classNames("border-b border-line", isOpen && "bg-raised")}>
      <div className="relative hover:bg-sunken">
        <div className="flight-grid items-center gap-y-2 pt-2.5 pb-1 wide:grid">
          <Rank row={row} />
          <div className="flex flex-col gap-1 py-2 wide:py-0">
            {flight.slices.map((slice, index) => (
              <SliceLine key={slice.departureAt} slice={slice} span={spans[index]} />
            ))}
          </div>
          <div className="hidden text-right text-12 text-ink-2 wide:block">
            {flight.slices.map((slice) => (
              <p key={slice.departureAt} className="flex h-11 flex-col justify-center">
                <span className="font-mono">{formatMinutes(slice.durationMinutes)}</span>
                <span className="text-ink-3">{stopsOf(slice)}</span>
              </p>
            ))}
          </div>
          <Prices row={row} dictionaries={dictionaries} />
        </div>
        {best !== undefined && <Reasons option={best} />}
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={detailsId}
          onClick={onToggle}
          aria-label={`${isOpen ? "Hide" : "Show"} details of ${carriersOf(flight).join(", ")} ${nameOf(flight.slices)}`}
          className="covering absolute right-0 bottom-2 rounded-mark text-ink-3 wide:top-2 wide:bottom-auto wide:left-0 wide:right-auto wide:opacity-0 wide:focus-visible:opacity-100"
        >
          <ChevronDown
            aria-hidden
            className={classNames("size-4 transition-transform duration-120", isOpen && "rotate-180")}
          />
        </button>
      </div>
      <div id={detailsId}>
        {isOpen && (
          <Suspense fallback={<Loading label="details" />}>
            <FlightDetails row={row} dictionaries={dictionaries} />
          </Suspense>
        )}
      </div>
    </li>
  );
}

function Rank({ row: { best } }: { row: RankedFlight }) {
  return (
    <p className="font-mono text-16 font-medium tabular-nums">
      {best?.score.toFixed(1)}
      <span className="font-sans text-12 font-normal text-ink-3 wide:hidden"> score</span>
    </p>
  );
}

/** Labels of the best option and the reasons for its rank. */
function Reasons({ option: { labels, reasons } }: { option: ScoreOption }) {
  if (labels.length === 0 && reasons.length === 0) return null;
  return (
    <p className="flight-grid pr-6 pb-3 text-12 text-ink-2 wide:grid wide:pr-0">
      <span className="hidden wide:block" />
      <span className="col-span-4 flex flex-wrap items-center gap-1.5">
        {labels.map((label) => (
          <Badge key={label} tone={label === "bestAward" ? "award" : "accent"}>
            {labelName(label)}
          </Badge>
        ))}
        {reasons.join(" · ")}
      </span>
    </p>
  );
}

/** Timeline of a slice: on a wide screen on the shared scale of the list, on a narrow screen on its own scale. */
function SliceLine({ slice, span }: { slice: Slice; span: Span | undefined }) {
  if (useIsWide()) return <TimelineChart slice={slice} span={span ?? spanOf([slice])} />;
  return (
    <>
      <p className="flex justify-between font-mono text-13 font-medium">
        <span>{slice.origin}</span>
        <span className="font-sans text-12 font-normal text-ink-2">
          {formatMinutes(slice.durationMinutes)}, {stopsOf(slice)}
        </span>
        <span>{slice.destination}</span>
      </p>
      <TimelineChart slice={slice} span={spanOf([slice])} width="narrow" />
    </>
  );
}

function Prices({ row: { cash, award }, dictionaries }: { row: RankedFlight; dictionaries: Dictionaries }) {
  return (
    <div className="grid grid-cols-2 gap-4 pr-6 wide:contents">
      <div className="wide:text-right">
        {cash === undefined ? (
          <span className="text-ink-3">—</span>
        ) : (
          <>
            <p className="text-16 font-medium">
              <Money value={cash.total} />
            </p>
            <p className="truncate text-12 text-ink-3">{cash.fareBrand}</p>
          </>
        )}
      </div>
      <div className="min-w-0 wide:text-right">
        {award === undefined ? (
          <span className="text-ink-3">—</span>
        ) : (
          <>
            <p className="text-16 font-medium">
              <Miles miles={award.miles} />
            </p>
            <p className="truncate text-12 text-ink-3">
              + {award.total === null ? "unknown taxes" : <Money value={award.total} />}
              <span className="block truncate">{dictionaries.programs[award.program]?.name ?? award.program}</span>
            </p>
          </>
        )}
      </div>
    </div>
  );
}

function stopsOf({ stops }: Slice): string {
  return ["nonstop", "1 stop"][stops] ?? `${stops} stops`;
}

function nameOf(slices: readonly Slice[]): string {
  return slices.map((slice) => `${slice.origin} to ${slice.destination}`).join(", ");
}
