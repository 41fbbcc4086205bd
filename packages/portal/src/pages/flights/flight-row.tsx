import type { AwardOffer, CashOffer, Dictionaries, ScoreOption, Slice } from "@wayfare/sdk";
import { ChevronDown } from "lucide-react";
import { lazy, Suspense, useId } from "react";
import { classNames } from "../../components/class-names.ts";
import { Loading } from "../../components/loading.tsx";
import { Miles, Money } from "../../components/money.tsx";
import { Badge } from "../../components/status.tsx";
import { formatMinutes } from "../../components/time-format.ts";
import { useIsWide } from "../../components/use-is-wide.ts";
import { labelName } from "./labels.ts";
import { carriersOf, type RankedFlight, shownOffer } from "./ranked-flights.ts";
import type { Order } from "./search-params.ts";
import { TimelineChart } from "./timeline.tsx";
import { type Span, spanOf } from "./timeline-layout.ts";

const FlightDetails = lazy(async () => ({ default: (await import("./flight-details.tsx")).FlightDetails }));

interface FlightRowProps {
  row: RankedFlight;
  /** Indices of the slices that the list compares. */
  slices: readonly number[];
  /** Number of returns with this outbound flight, which the row chooses; 0 for a row that opens its details. */
  returns: number;
  /** Time span of the timeline of each slice. */
  spans: readonly Span[];
  /** Order of the list: by price or miles, the row shows the cheapest offer of that kind, otherwise the best one. */
  order: Order;
  /** Number of travelers, whose total the prices are. */
  travelers: number;
  dictionaries: Dictionaries;
  isOpen: boolean;
  /** Returns a reason with other options named by their flights. */
  nameReason: (reason: string) => string;
  onToggle: () => void;
}

/** Row of the flight list: timeline, and the price, score and reasons of one offer. */
export function FlightRow({
  row,
  slices,
  returns,
  spans,
  order,
  travelers,
  dictionaries,
  isOpen,
  nameReason,
  onToggle,
}: FlightRowProps) {
  const detailsId = useId();
  const { flight } = row;
  const shown = shownOffer(row, order);
  const shownSlices = flight.slices
    .map((slice, index) => ({ slice, index }))
    .filter((each) => slices.includes(each.index));
  const airlines = carriersOf(flight).map((code) => dictionaries.airlines[code] ?? code);
  return (
    <li className={classNames("border-b border-line", isOpen && "bg-raised")}>
      <div className="relative hover:bg-sunken">
        <div className="flight-grid items-center gap-y-2 pt-2.5 pb-1 wide:grid">
          <Rank option={shown?.option} />
          <div className="flex flex-col gap-1 py-2 wide:py-0">
            {shownSlices.map(({ slice, index }) => (
              <SliceLine key={slice.departureAt} slice={slice} span={spans[index]} />
            ))}
          </div>
          <div className="hidden text-right text-12 text-ink-2 wide:block">
            {shownSlices.map(({ slice }) => (
              <p key={slice.departureAt} className="flex h-11 flex-col justify-center">
                <span className="font-mono">{formatMinutes(slice.durationMinutes)}</span>
                <span className="text-ink-3">{stopsOf(slice)}</span>
              </p>
            ))}
          </div>
          <Prices row={row} offer={shown?.offer} travelers={travelers} dictionaries={dictionaries} />
        </div>
        <Reasons
          airlines={airlines}
          labels={shown?.option?.labels ?? []}
          reasons={shown?.option?.reasons.map(nameReason) ?? []}
          returns={returns}
        />
        <button
          type="button"
          {...(returns === 0 && { "aria-expanded": isOpen, "aria-controls": detailsId })}
          onClick={onToggle}
          aria-label={
            returns > 0
              ? `Choose outbound ${carriersOf(flight).join(", ")} ${nameOf(flight.slices.slice(0, 1))} at ${flight.slices[0]?.departureAt.slice(11, 16)}`
              : `${isOpen ? "Hide" : "Show"} details of ${carriersOf(flight).join(", ")} ${nameOf(flight.slices)}`
          }
          className="covering absolute right-0 bottom-2 rounded-mark text-ink-3 wide:top-8 wide:bottom-auto wide:left-0 wide:right-auto wide:translate-x-12"
        >
          <ChevronDown
            aria-hidden
            className={classNames(
              "size-4 transition-transform duration-120",
              isOpen && "rotate-180",
              returns > 0 && "-rotate-90",
            )}
          />
        </button>
      </div>
      <div id={detailsId}>
        {isOpen && (
          <Suspense fallback={<Loading label="details" />}>
            <FlightDetails row={row} dictionaries={dictionaries} nameReason={nameReason} />
          </Suspense>
        )}
      </div>
    </li>
  );
}

function Rank({ option }: { option: ScoreOption | undefined }) {
  return (
    <p className="font-mono text-16 font-medium tabular-nums">
      {option?.score.toFixed(1) ?? "—"}
      <span className="font-sans text-12 font-normal text-ink-3 wide:hidden"> of 100</span>
    </p>
  );
}

interface ReasonsProps extends Pick<ScoreOption, "labels"> {
  airlines: readonly string[];
  reasons: readonly string[];
  returns: number;
}

/** Airlines of the flight, and labels and reasons of the shown offer. */
function Reasons({ airlines, labels, reasons, returns }: ReasonsProps) {
  return (
    <p className="flight-grid pr-6 pb-3 text-12 text-ink-2 wide:grid wide:pr-0">
      <span className="hidden wide:block" />
      <span className="col-span-4 flex flex-wrap items-center gap-1.5">
        <span className="font-medium text-ink">{airlines.join(", ")}</span>
        {labels.map((label) => (
          <Badge key={label} tone={label === "bestAward" ? "award" : "accent"}>
            {labelName(label)}
          </Badge>
        ))}
        {reasons.join(" · ")}
        {returns > 0 && (
          <span className="font-medium text-accent">
            Choose: {returns} {returns === 1 ? "return flight" : "return flights"}
          </span>
        )}
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

interface PricesProps {
  row: RankedFlight;
  /** Offer of the row. */
  offer: CashOffer | AwardOffer | undefined;
  travelers: number;
  dictionaries: Dictionaries;
}

/** Price of the offer of the row, and the lowest other prices in cash and in miles. */
function Prices({ row: { cash, award }, offer, travelers, dictionaries }: PricesProps) {
  return (
    <div className="grid grid-cols-2 gap-4 pr-6 wide:contents">
      <div className="min-w-0 wide:text-right" data-shown-offer={offer?.id}>
        {offer?.kind === "cash" && (
          <>
            <p className="text-16 font-medium">
              <Money value={offer.total} />
            </p>
            <p className="truncate text-12 text-ink-3">
              {offer.fareBrand}
              {seatsOf(offer)}
            </p>
          </>
        )}
        {offer?.kind === "award" && <AwardPrice award={offer} dictionaries={dictionaries} />}
        {travelers > 1 && <p className="text-12 text-ink-3 wide:hidden">for {travelers}</p>}
      </div>
      <div className="min-w-0 text-12 text-ink-2 wide:text-right">
        {cash !== undefined && cash.id !== offer?.id && (
          <p>
            <span className="wide:hidden">from </span>
            <Money value={cash.total} />
            <span className="block truncate text-ink-3">{cash.fareBrand}</span>
          </p>
        )}
        {award !== undefined && award.id !== offer?.id && (
          <p>
            <span className="wide:hidden">from </span>
            <Miles miles={award.miles} />
            <span className="block truncate text-ink-3">
              {dictionaries.programs[award.program]?.name ?? award.program}
            </span>
          </p>
        )}
      </div>
    </div>
  );
}

function AwardPrice({ award, dictionaries }: { award: AwardOffer; dictionaries: Dictionaries }) {
  return (
    <>
      <p className="text-16 font-medium">
        <Miles miles={award.miles} />
      </p>
      <p className="truncate text-12 text-ink-3">
        + {award.total === null ? "unknown taxes" : <Money value={award.total} />}
        {award.centsPerPoint !== null && ` · ${award.centsPerPoint.toFixed(2)} ¢/mi`}
        <span className="block truncate">
          {dictionaries.programs[award.program]?.name ?? award.program}
          {seatsOf(award)}
        </span>
      </p>
    </>
  );
}

/** Seats of an offer that are left, if the supplier states that they are few. */
function seatsOf({ seatsRemaining: seats }: Pick<CashOffer | AwardOffer, "seatsRemaining">): string {
  return seats === null || seats > fewSeats ? "" : ` · ${seats} ${seats === 1 ? "seat" : "seats"} left`;
}

const fewSeats = 4;

function stopsOf({ stops }: Slice): string {
  return ["nonstop", "1 stop"][stops] ?? `${stops} stops`;
}

function nameOf(slices: readonly Slice[]): string {
  return slices.map((slice) => `${slice.origin} to ${slice.destination}`).join(", ");
}
