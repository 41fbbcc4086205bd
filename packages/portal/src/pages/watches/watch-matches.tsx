import type { Watch, WatchFlight } from "@wayfare/sdk";
import { Miles, Money } from "../../components/money.tsx";
import { formatCount } from "../../components/money-format.ts";
import { type Column, Table } from "../../components/table.tsx";
import { countDaysBetween, formatDate, readLocalTime } from "../../data/local-time.ts";

const columns: readonly Column<WatchFlight>[] = [
  { header: "Flight", cell: (flight) => <FlightSlices flight={flight} /> },
  {
    header: "Price",
    cell: ({ cash }) => (cash === null ? <span className="text-ink-3">–</span> : <Money value={cash.total} />),
    align: "end",
    width: "w-24 sm:w-32",
  },
  { header: "Award", cell: ({ award }) => <AwardText award={award} />, align: "end", width: "w-24 sm:w-40" },
  {
    header: "Seats",
    cell: ({ cash, award }) => cash?.seatsRemaining ?? award?.seatsRemaining ?? "–",
    align: "end",
    secondary: true,
    width: "w-20",
  },
];

/** Flights that matched in the last run. */
export function WatchMatches({ watch: { matches, matchCount } }: { watch: Watch }) {
  return (
    <section aria-labelledby="matches" className="flex flex-col gap-3">
      <h2 id="matches" className="text-16 font-semibold">
        Matches
      </h2>
      {matches.length === 0 ? (
        <p className="text-ink-2">No flight matches now.</p>
      ) : (
        <>
          <Table caption="Matches" columns={columns} rows={matches} keyOf={({ flightId }) => flightId} />
          {matchCount > matches.length && (
            <p className="text-12 text-ink-3">
              The best {formatCount(matches.length)} of {formatCount(matchCount)} flights.
            </p>
          )}
        </>
      )}
    </section>
  );
}

function FlightSlices({ flight: { slices } }: { flight: WatchFlight }) {
  return (
    <ul className="flex flex-col gap-1">
      {slices.map((slice) => (
        <li key={`${slice.departureAt} ${slice.origin}`} className="flex flex-wrap gap-x-3">
          <span className="font-medium">{slice.flights.join(", ")}</span>
          <SliceTimes slice={slice} />
        </li>
      ))}
    </ul>
  );
}

function SliceTimes({ slice: { origin, destination, ...slice } }: { slice: WatchFlight["slices"][number] }) {
  const departure = readLocalTime(slice.departureAt);
  const arrival = readLocalTime(slice.arrivalAt);
  const days = countDaysBetween(departure, arrival);
  return (
    <span>
      {formatDate(departure.date)}, {origin} {departure.clock} – {destination} {arrival.clock}
      {days !== 0 && <sup className="text-ink-3"> {days > 0 ? `+${days}` : days}</sup>}
    </span>
  );
}

function AwardText({ award }: Pick<WatchFlight, "award">) {
  if (award === null) return <span className="text-ink-3">–</span>;
  return (
    <span className="flex flex-col items-end">
      <Miles miles={award.miles} />
      <span className="text-12 text-ink-3">{award.program}</span>
    </span>
  );
}
