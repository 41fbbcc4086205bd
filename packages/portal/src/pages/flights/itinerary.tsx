import type { Dictionaries, Layover, Segment, Slice } from "@wayfare/sdk";
import { Fragment } from "react";
import { formatCount } from "../../components/money-format.ts";
import { formatMinutes } from "../../components/time-format.ts";
import { formatDate, readLocalTime } from "../../data/local-time.ts";

/** Timetable of a slice: times and airports in columns, with flights and layovers between them. */
export function Itinerary({ slice, dictionaries }: { slice: Slice; dictionaries: Dictionaries }) {
  const { date } = readLocalTime(slice.departureAt);
  return (
    <section>
      <h3 className="flex flex-wrap gap-x-3 border-b border-line pb-1 text-13">
        <span className="font-mono font-medium">
          {slice.origin} – {slice.destination}
        </span>
        <span className="text-ink-2">{formatDate(date)}</span>
        <span className="ml-auto text-ink-2">{formatMinutes(slice.durationMinutes)}</span>
      </h3>
      <ol className="pt-2">
        {slice.segments.map((segment, index) => (
          <Fragment key={segment.departureAt}>
            <Flight segment={segment} dictionaries={dictionaries} startDate={date} />
            {slice.layovers[index] !== undefined && (
              <LayoverRow layover={slice.layovers[index]} dictionaries={dictionaries} />
            )}
          </Fragment>
        ))}
      </ol>
    </section>
  );
}

interface FlightProps {
  segment: Segment;
  dictionaries: Dictionaries;
  startDate: string;
}

function Flight({ segment, dictionaries: { places, airlines, aircraft }, startDate }: FlightProps) {
  const { marketingCarrier, operatingCarrier, origin, destination } = segment;
  const operator = operatingCarrier === null ? marketingCarrier : (airlines[operatingCarrier] ?? operatingCarrier);
  const facts = [
    ...(segment.durationMinutes === null ? [] : [formatMinutes(segment.durationMinutes)]),
    ...(segment.aircraft === null ? [] : [aircraft[segment.aircraft] ?? segment.aircraft]),
    ...(segment.distanceKm === null ? [] : [`${formatCount(segment.distanceKm)} km`]),
    ...(segment.stops ?? []).map(({ airport }) => `technical stop in ${places[airport]?.city ?? airport}`),
  ];
  return (
    <li className="grid grid-cols-[4rem_1rem_minmax(0,1fr)]">
      <Stop at={segment.departureAt} startDate={startDate} />
      <Rail end="top" />
      <Airport code={origin} name={places[origin]?.name} terminal={segment.originTerminal} />
      <span />
      <Rail end="none" />
      <p className="py-1.5 text-12 text-ink-2">
        <span className="font-mono font-medium">
          {marketingCarrier} {segment.flightNumber}
        </span>{" "}
        · {airlines[marketingCarrier] ?? marketingCarrier}
        {operatingCarrier !== null && operatingCarrier !== marketingCarrier && `, operated by ${operator}`}
        <span className="block text-ink-3">{facts.join(" · ")}</span>
      </p>
      <Stop at={segment.arrivalAt} startDate={startDate} />
      <Rail end="bottom" />
      <Airport code={destination} name={places[destination]?.name} terminal={segment.destinationTerminal} />
    </li>
  );
}

function Stop({ at, startDate }: { at: string | null; startDate: string }) {
  if (at === null) return <span className="text-ink-3">unknown</span>;
  const { clock, date } = readLocalTime(at);
  const days = Math.round((Date.parse(date) - Date.parse(startDate)) / 86_400_000);
  return (
    <span className="font-mono font-medium tabular-nums">
      {clock}
      {days !== 0 && <sup className="pl-0.5 text-caution">{days > 0 ? `+${days}` : `−${-days}`}</sup>}
    </span>
  );
}

/** Vertical line with a stop at its top or bottom. */
function Rail({ end }: { end: "top" | "bottom" | "none" }) {
  const reach = { top: "top-2.5 bottom-0", bottom: "top-0 bottom-2.5", none: "inset-y-0" }[end];
  return (
    <span aria-hidden className="relative">
      <span className={`absolute left-[3px] w-px bg-ink ${reach}`} />
      {end !== "none" && (
        <span className="absolute top-[6.5px] left-0 size-[7px] rounded-full border-[1.5px] border-ink bg-surface" />
      )}
    </span>
  );
}

function Airport({ code, name, terminal }: { code: string; name: string | undefined; terminal: string | undefined }) {
  return (
    <span className="min-w-0">
      <span className="font-mono font-medium">{code}</span> <span className="text-ink-2">{name}</span>
      {terminal !== undefined && <span className="text-ink-3"> · Terminal {terminal}</span>}
    </span>
  );
}

function LayoverRow({ layover, dictionaries: { places } }: { layover: Layover; dictionaries: Dictionaries }) {
  const { airport, durationMinutes, minimumMinutes, slackMinutes, overnight, interline, airportChange } = layover;
  const isSelfTransfer = layover.selfTransfer === true;
  return (
    <li className="my-1.5 grid grid-cols-[4rem_1rem_minmax(0,1fr)] py-1 text-12">
      <span />
      <span aria-hidden className="relative">
        <span className="absolute inset-y-0 left-[3px] border-l border-dashed border-edge" />
      </span>
      <span className={airportChange === null && !isSelfTransfer ? "text-ink-2" : "text-caution"}>
        {durationMinutes === null ? "Connection" : formatMinutes(durationMinutes)} in {places[airport]?.city ?? airport}
        {overnight === true && ", overnight"}
        {isSelfTransfer && "; separate tickets: collect your bags and check in again"}
        {interline === true && "; airlines without an alliance"}
        {airportChange !== null && `; change airport from ${airportChange.from} to ${airportChange.to}`}
        {minimumMinutes !== null && (
          <span className="text-ink-3">
            {" "}
            · minimum connection {minimumMinutes} min{slackMinutes !== null && `, ${slackMinutes} min to spare`}
          </span>
        )}
      </span>
    </li>
  );
}
