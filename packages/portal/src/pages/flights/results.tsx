import type { Dictionaries, PlaceReference, ScoredSearchResponse } from "@wayfare/sdk";
import { Fragment, useMemo } from "react";
import { Button } from "../../components/button.tsx";
import { formatCount } from "../../components/money-format.ts";
import { Select } from "../../components/select.tsx";
import { Status } from "../../components/status.tsx";
import { formatMilliseconds } from "../../components/time-format.ts";
import { formatDate, readLocalTime } from "../../data/local-time.ts";
import { filterFlights } from "./filter-flights.ts";
import type { FlightFilters } from "./flight-filters.ts";
import { FlightRow } from "./flight-row.tsx";
import { listOutbounds, withOutboundOf } from "./outbound.ts";
import { describePlace } from "./place-text.ts";
import { usePlace } from "./places.ts";
import { endsOf, orderFlights, type RankedFlight } from "./ranked-flights.ts";
import { nameOptions } from "./reason-text.ts";
import { ResultFilters } from "./result-filters.tsx";
import { defaultFlights, type Order, parseFilters, type SearchParams } from "./search-params.ts";
import { TimelineHours } from "./timeline.tsx";
import { type Span, spanOf } from "./timeline-layout.ts";
import { useAlliances } from "./use-alliances.ts";

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
  /** Searches for more flights; undefined if all are listed. */
  onMore: (() => void) | undefined;
}

type View = Pick<SearchParams, "order" | "outbound" | "open"> & FlightFilters;

/** List of flights on timelines with a shared scale. */
export function Results({ response, isComplete, ranked, view, onView, onMore }: ResultsProps) {
  const { open } = view;
  const order = view.order ?? "score";
  const alliances = useAlliances(view.alliance !== undefined);
  const rows = useMemo(() => {
    return orderFlights(filterFlights(ranked, view, alliances), order);
  }, [ranked, view, order, alliances]);
  const filters = useMemo(() => parseFilters({ ...view }), [view]);
  const chosen = ranked.find(({ flight }) => flight.id === view.outbound);
  const isRoundTrip = typeof response.request.returnDate === "string";
  const isChoosing = isRoundTrip && chosen === undefined;
  const listed = useMemo(() => {
    if (isChoosing) return listOutbounds(rows);
    return (chosen === undefined ? rows : withOutboundOf(rows, chosen)).map((row) => ({ row, returns: 0 }));
  }, [rows, isChoosing, chosen]);
  // The slices that the list compares: of a round trip, first the outbound flights, then the returns with the chosen one.
  const [shownSlices, step] = isChoosing ? [outboundSlice, "Outbound flights"] : [returnSlice, "Return flights"];
  const slices = isRoundTrip ? shownSlices : allSlices;
  const spans = useMemo(() => spansOf(listed.map(({ row }) => row)), [listed]);
  const { adults, youths, children, infants, infantsInSeat } = response.request.travelers;
  const travelers = adults + youths + children + infants + infantsInSeat;
  return (
    <section aria-label="Flights">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3 pt-6 pb-3">
        <Summary response={response} isComplete={isComplete} shown={rows.length} />
        <div className="flex gap-3">
          <Select
            label="Sort by"
            value={order}
            choices={orderChoices}
            onChange={(selected) => onView({ ...view, order: selected })}
            className="w-28"
          />
        </div>
      </div>
      <ResultFilters
        filters={filters}
        ranked={ranked}
        dictionaries={response.dictionaries}
        currency={response.request.currency}
        onFilters={(changed) =>
          onView({
            ...(view.order && { order: view.order }),
            ...(view.outbound && { outbound: view.outbound }),
            ...changed,
          })
        }
      />
      {chosen !== undefined && isRoundTrip && (
        <ChosenOutbound chosen={chosen} onChange={() => onView(withoutOutbound(withoutOpen(view)))} />
      )}
      {isRoundTrip && rows.length > 0 && (
        <h3 className="pt-3 text-13 font-semibold">
          {step}: prices are for the round trip{isChoosing && ", with the return that is listed first"}
        </h3>
      )}
      {listed.length === 0 && <p className="py-6 text-ink-2">No flights match these filters.</p>}
      <Hours rows={listed.map(({ row }) => row)} slices={slices} spans={spans} travelers={travelers} />
      <ul>
        {listed.map(({ row, returns }) => (
          <FlightRow
            key={row.flight.id}
            row={row}
            slices={slices}
            returns={returns}
            spans={spans}
            order={order}
            nameReason={(reason) => nameOptions(reason, response.scoreOptions, response.flights)}
            travelers={travelers}
            dictionaries={response.dictionaries}
            isOpen={row.flight.id === open}
            onToggle={() =>
              onView(
                isChoosing
                  ? { ...withoutOpen(view), outbound: row.flight.id }
                  : { ...withoutOpen(view), ...(row.flight.id !== open && { open: row.flight.id }) },
              )
            }
          />
        ))}
      </ul>
      {onMore !== undefined && isComplete && ranked.length === defaultFlights && (
        <div className="flex items-center gap-3 pt-4 text-12 text-ink-3">
          <Button onClick={onMore}>Show more flights</Button>
          Only the first {defaultFlights} flights are listed. This searches again.
        </div>
      )}
    </section>
  );
}

/** Every slice of a trip. */
const allSlices = [0, 1, 2, 3, 4, 5];
const outboundSlice = [0];
const returnSlice = [1];

function withoutOpen({ open: _open, ...rest }: View): View {
  return rest;
}

function withoutOutbound({ outbound: _outbound, ...rest }: View): View {
  return rest;
}

/** The chosen outbound flight of a round trip. */
function ChosenOutbound({ chosen: { flight }, onChange }: { chosen: RankedFlight; onChange: () => void }) {
  const [outbound] = flight.slices;
  if (outbound === undefined) return null;
  const numbers = outbound.segments.map((segment) => `${segment.marketingCarrier} ${segment.flightNumber}`);
  return (
    <div role="status" className="flex flex-wrap items-center gap-3 border-t border-line pt-3 text-13">
      <p>
        Outbound: {numbers.join(", ")}, {outbound.origin} {outbound.departureAt.slice(11, 16)} – {outbound.destination}{" "}
        {outbound.arrivalAt.slice(11, 16)}
      </p>
      <Button onClick={onChange}>Change outbound flight</Button>
    </div>
  );
}

interface SummaryProps extends Pick<ResultsProps, "response" | "isComplete"> {
  /** Number of flights that match the filter. */
  shown: number;
}

function Summary({ response, isComplete, shown }: SummaryProps) {
  const { environment, request, dictionaries, flights, scoreOptions, supply, simulated, warnings } = response;
  const slowest = Math.max(0, ...supply.map((row) => row.tookMs));
  const count =
    shown === flights.length ? formatCount(shown) : `${formatCount(shown)} of ${formatCount(flights.length)}`;
  return (
    <div role="status">
      <h2 className="font-semibold">
        {isComplete ? `${count} flights, ${formatCount(scoreOptions.length)} offers` : `${count} flights so far`}
      </h2>
      {(request.slices ?? [request]).map(({ origin, destination }, at) => (
        <p key={`${at}`} className="text-12 text-ink-2">
          <PlaceNames places={origin} airports={dictionaries.places} /> to{" "}
          <PlaceNames places={destination} airports={dictionaries.places} />
        </p>
      ))}
      <p className="text-12 text-ink-3">
        {[
          ...supply.map((row) => `${row.source}: ${row.status}`),
          isComplete ? formatMilliseconds(slowest) : "waiting for suppliers",
        ].join(" · ")}
      </p>
      {warnings.map(({ code, detail }) => (
        <p key={code} className="text-12 text-ink-3">
          {detail}
        </p>
      ))}
      {simulated && environment === "live" && (
        <p className="pt-1 text-12">
          <Status tone="caution">
            Simulated flights: no supplier is configured. Live searches count toward the quota.
          </Status>
        </p>
      )}
    </div>
  );
}

interface PlaceNamesProps {
  /** Absent in a multi-city search. */
  places: PlaceReference | PlaceReference[] | undefined;
  airports: Dictionaries["places"];
}

/** Names of one or several searched places. */
function PlaceNames({ places = [], airports }: PlaceNamesProps) {
  const list = Array.isArray(places) ? places : [places];
  return list.map((place, at) => (
    <Fragment key={`${place.kind}:${place.code}`}>
      {at > 0 && ", "}
      <PlaceName place={place} airports={airports} />
    </Fragment>
  ));
}

/** Name of a searched place; only the code while the name is loading. */
function PlaceName({ place: { code, kind }, airports }: { place: PlaceReference; airports: Dictionaries["places"] }) {
  const city = usePlace(kind === "city" ? `city:${code}` : "");
  const name = kind === "city" ? city && describePlace(city) : airports[code]?.name;
  return name ? `${name} (${code})` : code;
}

interface HoursProps {
  /** Indices of the slices that the list compares. */
  slices: readonly number[];
  rows: readonly RankedFlight[];
  spans: readonly Span[];
  /** Number of travelers. */
  travelers: number;
}

/** Shared time scale above the list: hours in the local time of the origin, for each compared slice. */
function Hours({ rows, slices: indices, spans, travelers }: HoursProps) {
  const slices = rows[0]?.flight.slices ?? [];
  return (
    <div aria-hidden className="flight-grid hidden items-end border-b border-edge pb-1 text-12 text-ink-3 wide:grid">
      <span>Score of 100</span>
      <div>
        {slices.map((slice, index) => {
          const span = indices.includes(index) ? spans[index] : undefined;
          const { date, offsetMinutes } = readLocalTime(slice.departureAt);
          return (
            span && (
              <div key={slice.departureAt}>
                <p className="font-medium text-ink-2">
                  <span className="font-mono">{endsOf(rows, index)}</span>, {formatDate(date)}
                </p>
                <TimelineHours span={span} offsetMinutes={offsetMinutes} />
              </div>
            )
          );
        })}
      </div>
      <span className="text-right">Duration</span>
      <span className="text-right">Price{travelersOf(travelers)}</span>
      <span className="text-right">Also from</span>
    </div>
  );
}

/** Returns the time span of the timeline of each slice. */
function spansOf(rows: readonly RankedFlight[]): Span[] {
  const count = Math.max(0, ...rows.map(({ flight }) => flight.slices.length));
  return Array.from({ length: count }, (_, index) => spanOf(rows.flatMap(({ flight }) => flight.slices[index] ?? [])));
}

function travelersOf(travelers: number): string {
  return travelers === 1 ? "" : ` for ${travelers}`;
}
