import { createSearcher, type FlightSearch, type FoundCashOffer, type FoundFlight } from "@wayfare/engine";
import { expect, test } from "vitest";
import { drawTimetable } from "../fixtures/drawn-network.ts";
import { day, searchFor } from "../fixtures/drawn-search.ts";

/** British Airways and American connect; Spirit, United and Air France connect with none of the airlines here. */
const searcher = createSearcher(
  drawTimetable(`
  BA1 LHR 09:00 BOS 11:30
  AF3 LHR 07:00 BOS 09:40
  AA21 BOS 16:00 ORD 18:10
  NK23 BOS 13:00 ORD 15:20
  UA25 BOS 14:40 ORD 16:55
  NK27 BOS 19:35 ORD 21:50
  NK29 BOS 22:00 ORD 23:55
  UA31 ORD 18:00 LHR 07:50+1
  NK33 ORD 10:00 BOS 13:10
  BA35 BOS 18:00 LHR 05:40+1
  AF37 BOS 16:20 LHR 04:10+1
  AA39 ORD 07:00 BOS 10:20
`),
);

const trip = { origin: "LON", destination: "airport:ORD", includeAward: false, sort: "price" } as const;
const find = (changes: Partial<FlightSearch>) =>
  searcher.search(searchFor({ ...trip, limit: 250, allOffers: true, ...changes }));

const numbersOf = ({ slices }: FoundFlight) =>
  slices
    .map(({ segments }) => segments.map((segment) => segment.marketingCarrier + segment.flightNumber).join("+"))
    .join(" > ");
const isSelfTransfer = ({ slices }: FoundFlight) =>
  slices.some(({ layovers }) => layovers.some(({ selfTransfer }) => selfTransfer));

function totalOf({ fares }: Pick<FoundCashOffer, "fares">): number {
  const sum = (charges: readonly { usdCents: number }[]) =>
    charges.reduce((cents, { usdCents }) => cents + usdCents, 0);
  return fares.reduce(
    (cents, { count, baseCents, taxes, surcharges }) => cents + count * (baseCents + sum(taxes) + sum(surcharges)),
    0,
  );
}

const lowestOf = (flights: readonly FoundFlight[]) =>
  Math.min(...flights.flatMap(({ cash }) => cash.map(totalOf)), Number.POSITIVE_INFINITY);

const connecting = new Set(["BA", "AA"]);

/** Pairs of nonstop flights of airlines that do not connect, three to eight hours apart, by searching each flight alone. */
function joinByHand(changes: Partial<FlightSearch>, [from, via, to]: readonly [string, string, string]) {
  const nonstop = (origin: string, destination: string, on: number) =>
    searcher.search(
      searchFor({ ...trip, limit: 250, maxStops: 0, ...changes, origin, destination, day: on, returnDay: null }),
    );
  const on = changes.day ?? day;
  return nonstop(from, via, on).flatMap((first) =>
    [...nonstop(via, to, on), ...nonstop(via, to, on + 1)].flatMap((second) => {
      const [one, two] = [first.slices[0]?.segments[0], second.slices[0]?.segments[0]];
      if (one === undefined || two === undefined) return [];
      const minutes = two.departureEpochMinutes - one.arrivalEpochMinutes;
      const connects = connecting.has(one.marketingCarrier) && connecting.has(two.marketingCarrier);
      const isSame = one.marketingCarrier === two.marketingCarrier && one.marketingCarrier !== "NK";
      if (connects || isSame || minutes < 180 || minutes > 480) return [];
      return [{ name: `${numbersOf(first)}+${numbersOf(second)}`, cents: lowestOf([first]) + lowestOf([second]) }];
    }),
  );
}

const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1);

test.each<[string, Partial<FlightSearch>]>([
  ["for one adult", {}],
  ["for a family", { adults: 2, children: 1, infants: 1 }],
  ["with youths and an infant in a seat", { youths: 2, infantsInSeat: 1, ages: [14, 16, 1] }],
  ["with bags", { fareTerms: { excludeBasic: false, bags: { carryOn: 0, checked: 1 } } }],
  ["without the airlines that connect", { airlines: ["NK", "AF", "UA"] }],
])("adds the pairs of tickets that cost less than one ticket, %s", (_, changes) => {
  const regular = find(changes);
  const found = find({ ...changes, allowSelfTransfer: true });
  expect(found.filter((flight) => !isSelfTransfer(flight))).toEqual(regular);
  const added = found.filter(isSelfTransfer);
  expect(added).not.toHaveLength(0);
  const withBags = (offer: FoundCashOffer) => totalOf(offer) + (offer.bagFeesCents ?? 0);
  const lowest = Math.min(...regular.flatMap(({ cash }) => cash.map(withBags)), Number.POSITIVE_INFINITY);
  const byHand = joinByHand(changes, ["LON", "airport:BOS", "airport:ORD"]);
  if (changes.fareTerms === undefined) {
    const expected = byHand.filter(({ cents }) => cents < lowest);
    const listed = added.map((flight) => ({ name: numbersOf(flight), cents: lowestOf([flight]) }));
    expect(listed.sort(byName)).toEqual(expected.sort(byName));
  }
  for (const flight of added) {
    expect(Math.min(...flight.cash.map(withBags))).toBeLessThan(lowest);
    for (const offer of flight.cash) {
      expect(offer.separateTickets).toBe(true);
      expect(offer.tickets).toHaveLength(2);
      expect(offer.tickets?.reduce((sum, ticket) => sum + totalOf(ticket), 0)).toBe(totalOf(offer));
    }
  }
});

test("prices the self-transfers of a round trip as one-ways, below every other round trip", () => {
  const changes = { returnDay: day + 7 };
  const regular = find(changes);
  const added = find({ ...changes, allowSelfTransfer: true }).filter(isSelfTransfer);
  expect(added).not.toHaveLength(0);
  expect(lowestOf(added)).toBeLessThan(lowestOf(regular));
  for (const flight of added) {
    expect(lowestOf([flight])).toBeLessThan(lowestOf(regular));
    for (const { tickets = [], segments } of flight.cash) {
      expect(tickets.reduce((sum, ticket) => sum + ticket.segments, 0)).toBe(segments.length);
    }
  }
  const slices = added.flatMap((flight) =>
    flight.slices.map(({ layovers }) => layovers.some((layover) => layover.selfTransfer)),
  );
  expect(new Set(slices)).toEqual(new Set([true, false]));
});

test("adds none without the option, to nonstop searches, to awards, within three hours or after eight", () => {
  expect(find({}).some(isSelfTransfer)).toBe(false);
  expect(find({ allowSelfTransfer: true, maxStops: 0 })).toEqual([]);
  expect(find({ allowSelfTransfer: true, includeCash: false, includeAward: true }).some(isSelfTransfer)).toBe(false);
  const names = find({ allowSelfTransfer: true, airlines: ["BA", "NK", "UA"] }).map(numbersOf);
  expect(names).not.toContain("BA1+NK23");
  expect(names).not.toContain("BA1+NK27");
  expect(names).toContain("BA1+UA25");
});

test("states the minimum time of a self-transfer, and that it is none of the airlines'", () => {
  const [flight] = find({ allowSelfTransfer: true, airlines: ["AF", "NK"] });
  expect(flight?.slices[0]?.layovers[0]).toMatchObject({ minimumMinutes: 180, interline: false, selfTransfer: true });
});
