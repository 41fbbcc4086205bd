import type { Dictionaries, PlaceReference, ScoredSearchResponse } from "@wayfare/sdk";
import { useMemo } from "react";
import { formatCount } from "../../components/money-format.ts";
import { Select } from "../../components/select.tsx";
import { Status } from "../../components/status.tsx";
import { formatMilliseconds } from "../../components/time-format.ts";
import { FlightRow } from "./flight-row.tsx";
import { formatDate, readLocalTime } from "./local-time.ts";
import { describePlace } from "./place-text.ts";
import { usePlace } from "./places.ts";
import { carriersOf, orderFlights, type RankedFlight } from "./ranked-flights.ts";
import type { Order, SearchParams } from "./search-params.ts";
import { TimelineHours } from "./timeline.tsx";
import { type Span, spanOf } from "./timeline-layout.ts";

const orderChoices: readonly { value: Order; label: string }[] = [
  { value: "score", label: "Score" },
  { value: "price", label: "Price" },
  { value: "miles", label: "Miles" },
  { value: "duration", label: "Duration" },
  { value: "departure", label: "Departure" },
];

interface ResultsProps {
  response: ScoredSearchResponse;
  /** False while suppliers are still answering. */
  isComplete: boolean;
  /** Flights of the response, best first. */
  ranked: readonly RankedFlight[];
  view: View;
  onView: (view: View) => void;
}

type View = Pick<SearchParams, "order" | "airline" | "open">;

/** List of flights on timelines with a shared scale. */
export function Results({ response, isComplete, ranked, view, onView }: ResultsProps) {
  const { airline, open } = view;
  const order = view.order ?? "score";
  const rows = useMemo(() => {
    const filtered = ranked.filter(({ flight }) => airline === undefined || carriersOf(flight).includes(airline));
    return orderFlights(filtered, order);
  }, [ranked, airline, order]);
  const spans = useMemo(() => spansOf(rows), [rows]);
  const { airlines } = response.dictionaries;
  const carriers = [...new Set(ranked.flatMap(({ flight }) => carriersOf(flight)))].toSorted();
  return (
    <section aria-label="Flights">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3 pt-6 pb-3">
        <Summary response={response} isComplete={isComplete} shown={rows.length} />
        <div className="flex gap-3">
          <Select
            label="Airline"
            value={airline ?? ""}
            choices={[
              { value: "", label: "All airlines" },
              ...carriers.map((code) => ({ value: code, label: `${code} ${airlines[code] ?? ""}` })),
            ]}
            onChange={(chosen) => onView({ order, ...(chosen !== "" && { airline: chosen }) })}
            className="w-36 wide:w-44"
            data-filter
          />
          <Select
            label="Sort by"
            value={order}
            choices={orderChoices}
            onChange={(chosen) => onView({ ...view, order: chosen })}
            className="w-28"
          />
        </div>
      </div>
      <Hours rows={rows} spans={spans} />
      <ul>
        {rows.map((row) => (
          <FlightRow
            key={row.flight.id}
            row={row}
            spans={spans}
            dictionaries={response.dictionaries}
            isOpen={row.flight.id === open}
            onToggle={() => onView({ ...withoutOpen(view), ...(row.flight.id !== open && { open: row.flight.id }) })}
          />
        ))}
      </ul>
    </section>
  );
}

function withoutOpen({ open: _open, ...rest }: View): View {
  return rest;
}

interface SummaryProps extends Pick<ResultsProps, "response" | "isComplete"> {
  /** Number of flights that match the filter. */
  shown: number;
}

function Summary({ response, isComplete, shown }: SummaryProps) {
  const { environment, request, dictionaries, flights, scoreOptions, supply, simulated } = response;
  const slowest = Math.max(0, ...supply.map((row) => row.tookMs));
  const count =
    shown === flights.length ? formatCount(shown) : `${formatCount(shown)} of ${formatCount(flights.length)}`;
  return (
    <div role="status">
      <h2 className="font-semibold">
        {isComplete ? `${count} flights, ${formatCount(scoreOptions.length)} offers` : `${count} flights so far`}
      </h2>
      <p className="text-12 text-ink-2">
        <PlaceName place={request.origin} airports={dictionaries.places} /> to{" "}
        <PlaceName place={request.destination} airports={dictionaries.places} />
      </p>
      <p className="text-12 text-ink-3">
        {[
          ...supply.map((row) => `${row.source}: ${row.status}`),
          isComplete ? formatMilliseconds(slowest) : "waiting for suppliers",
        ].join(" · ")}
      </p>
      {simulated && environment === "live" && (
        <p className="pt-1 text-12">
          <Status tone="caution">Simulated flights: no supplier is configured for live searches</Status>
        </p>
      )}
    </div>
  );
}

/** Name of a searched place; only the code while the name is loading. */
function PlaceName({ place: { code, kind }, airports }: { place: PlaceReference; airports: Dictionaries["places"] }) {
  const city = usePlace(kind === "city" ? `city:${code}` : "");
  const name = kind === "city" ? city && describePlace(city) : airports[code]?.name;
  return name ? `${name} (${code})` : code;
}

/** Shared time scale above the list: hours in the local time of the origin, for each slice. */
function Hours({ rows, spans }: { rows: readonly RankedFlight[]; spans: readonly Span[] }) {
  const slices = rows[0]?.flight.slices ?? [];
  return (
    <div aria-hidden className="flight-grid hidden items-end border-b border-edge pb-1 text-12 text-ink-3 wide:grid">
      <span>Score</span>
      <div>
        {slices.map((slice, index) => {
          const span = spans[index];
          const { date, offsetMinutes } = readLocalTime(slice.departureAt);
          return (
            span && (
              <div key={slice.origin}>
                <p className="font-medium text-ink-2">
                  <span className="font-mono">
                    {slice.origin} – {slice.destination}
                  </span>
                  , {formatDate(date)}
                </p>
                <TimelineHours span={span} offsetMinutes={offsetMinutes} />
              </div>
            )
          );
        })}
      </div>
      <span className="text-right">Duration</span>
      <span className="text-right">Cash</span>
      <span className="text-right">Miles</span>
    </div>
  );
}

/** Returns the time span of the timeline of each slice. */
function spansOf(rows: readonly RankedFlight[]): Span[] {
  const count = Math.max(0, ...rows.map(({ flight }) => flight.slices.length));
  return Array.from({ length: count }, (_, index) => spanOf(rows.flatMap(({ flight }) => flight.slices[index] ?? [])));
}
