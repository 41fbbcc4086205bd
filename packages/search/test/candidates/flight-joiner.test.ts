import { finishSteps } from "@wayfare/concurrency";
import { flightNumbersOf, type Itinerary, maxJoinMinutes, type Segment, statedTimesOf } from "@wayfare/suppliers";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { FlightJoiner, type JoinedFlight } from "../../src/candidates/flight-joiner.ts";
import { makeFlight } from "../sample-flights.ts";

interface Stated extends Itinerary {
  name: string;
}

function join(items: readonly Stated[], joiner = new FlightJoiner<Stated>()): JoinedFlight<Stated>[] {
  for (const item of items) joiner.add(item);
  return finishSteps(joiner.join());
}

/** The groups of a result by id, without any order. */
const byId = (flights: readonly JoinedFlight<Stated>[]) =>
  Object.fromEntries(flights.map(({ id, items }) => [id, items.map(({ name }) => name).toSorted()]));

/** One flight of a day, sold under codeshare numbers by suppliers that state more or less of it. */
interface Traits {
  /** Marketing number: the operating one, or a codeshare. */
  sold: string;
  /** The operating number, if it is stated. */
  flown: string | null;
  minute: number;
  later: number;
  stop: boolean;
  hides: boolean;
}

function stateOf({ sold, flown, minute, later, stop, hides }: Traits, name: string): Stated {
  const { slices } = makeFlight({ stops: stop ? 1 : 0, departureMinute: minute, durationMinutes: 425 + later });
  const segments = (slices[0]?.segments ?? []).map((segment, at, all): Segment => {
    const suffix = at === 0 ? "" : "9";
    return {
      ...segment,
      marketingCarrier: sold.slice(0, 2),
      flightNumber: sold.slice(2) + suffix,
      operatingCarrier: flown?.slice(0, 2) ?? null,
      operatingFlightNumber: flown === null ? null : flown.slice(2) + suffix,
      arrival: hides && at < all.length - 1 ? null : segment.arrival,
      departure: hides && at > 0 ? null : segment.departure,
    };
  });
  return { name, slices: slices.map((slice) => ({ ...slice, segments })) };
}

const arbitraryTraits: fc.Arbitrary<Traits> = fc.record({
  sold: fc.constantFrom("AA142", "BA1511", "IB4217", "AA100", "BA1512"),
  flown: fc.constantFrom("AA142", "AA142", null, "AA100"),
  minute: fc.constantFrom(600, 605, 610, 615, 616, 625, 630, 631, 720),
  later: fc.constantFrom(0, 0, 5, 20),
  stop: fc.boolean(),
  hides: fc.boolean(),
});

const arbitraryOffers = fc
  .array(arbitraryTraits, { minLength: 1, maxLength: 12 })
  .map((all) => all.map((traits, at) => stateOf(traits, `offer ${at}`)));

/** The largest difference between stated times of offers, or infinity on different dates. */
function spreadOf(items: readonly Stated[]): number {
  const times = items.map(statedTimesOf);
  const length = times[0]?.length ?? 0;
  let largest = 0;
  for (let at = 0; at < length; at++) {
    const stated = times.map((each) => each[at] ?? null).filter((time) => time !== null);
    if (new Set(stated.map(({ localDay }) => localDay)).size > 1) return Number.POSITIVE_INFINITY;
    const minutes = stated.map(({ epochMinutes }) => epochMinutes);
    if (minutes.length > 0) largest = Math.max(largest, Math.max(...minutes) - Math.min(...minutes));
  }
  return largest;
}

const routeOf = ({ slices }: Stated) =>
  slices.map(({ segments }) => segments.map(({ origin, destination }) => origin + destination).join()).join("/");

const runs = { seed: 20_270_210, numRuns: 1000 };

describe("joined flights", () => {
  test("are the same in every order of the offers", () => {
    let shared = 0;
    fc.assert(
      fc.property(
        arbitraryOffers.chain((offers) =>
          fc.tuple(fc.constant(offers), fc.shuffledSubarray(offers, { minLength: offers.length })),
        ),
        ([offers, shuffled]) => {
          const flights = join(offers);
          if (flights.length < offers.length) shared++;
          expect(byId(join(shuffled))).toEqual(byId(flights));
        },
      ),
      runs,
    );
    expect(shared).toBeGreaterThan(100);
  });

  test("have unique ids, every offer once, one route, and no time more than 15 minutes after the earliest", () => {
    fc.assert(
      fc.property(arbitraryOffers, (offers) => {
        const flights = join(offers);
        expect(new Set(flights.map(({ id }) => id)).size).toBe(flights.length);
        expect(flights.flatMap(({ items }) => items.map(({ name }) => name)).toSorted()).toEqual(
          offers.map(({ name }) => name).toSorted(),
        );
        for (const { items } of flights) {
          expect(new Set(items.map(routeOf)).size).toBe(1);
          expect(spreadOf(items)).toBeLessThanOrEqual(maxJoinMinutes);
        }
      }),
      runs,
    );
  });

  test("keep the ids and offers of pinned flights, whatever is added later", () => {
    fc.assert(
      fc.property(arbitraryOffers, arbitraryOffers, (sent, late) => {
        const joiner = new FlightJoiner<Stated>();
        const first = join(sent, joiner);
        for (const flight of first) joiner.pin(flight);
        const renamed = late.map((offer) => ({ ...offer, name: `late ${offer.name}` }));
        const after = byId(join(renamed, joiner));
        for (const { id, items } of first)
          expect(after[id]).toEqual(expect.arrayContaining(items.map(({ name }) => name)));
        const ids = Object.values(after).flat();
        expect(new Set(ids).size).toBe(ids.length);
        expect(ids).toHaveLength(sent.length + late.length);
      }),
      runs,
    );
  });
});

const nonstop = { sold: "AA142", flown: "AA142", minute: 600, later: 0, stop: false, hides: false } as const;
const offer = (name: string, traits: Partial<Traits> = {}) => stateOf({ ...nonstop, ...traits }, name);
const groups = (...offers: Stated[]) =>
  join(offers)
    .map(({ items }) => items.map(({ name }) => name).toSorted())
    .toSorted(([a = ""], [b = ""]) => a.localeCompare(b));

describe("flights under one number", () => {
  test("are joined up to 15 minutes after the earliest; a later one has an id with its time", () => {
    const [early, near, far] = [offer("early"), offer("near", { minute: 615 }), offer("far", { minute: 616 })];
    expect(groups(far, near, early)).toEqual([["early", "near"], ["far"]]);
    const [alone] = join([far]);
    const both = join([far, near, early]);
    expect(both.find(({ items }) => items.includes(early))?.id).toBe(alone?.id);
    expect(both.find(({ items }) => items.includes(far))?.id).not.toBe(alone?.id);
  });

  test("are apart if only their arrivals differ", () => {
    expect(groups(offer("a"), offer("b", { later: 120 }))).toEqual([["a"], ["b"]]);
  });

  test("are joined by a codeshare number that a third offer connects", () => {
    const [award, connecting] = [offer("award", { sold: "BA1511", flown: null }), offer("c", { sold: "BA1511" })];
    expect(groups(offer("aa"), award)).toEqual([["aa"], ["award"]]);
    expect(groups(offer("aa"), award, connecting)).toEqual([["aa", "award", "c"]]);
  });

  test("have the id of the operating number, if any offer states it", () => {
    const id = join([offer("aa")])[0]?.id;
    expect(join([offer("c", { sold: "BA1511" })])[0]?.id).toBe(id);
    expect(join([offer("award", { sold: "BA1511", flown: null })])[0]?.id).not.toBe(id);
  });

  test("leave an offer without inner times alone if two of them could be its flight", () => {
    const stop = { stop: true } as const;
    const [first, later] = [offer("first", stop), offer("later", stop)];
    const moved = {
      ...later,
      slices: later.slices.map((slice) => ({
        ...slice,
        segments: slice.segments.map((segment, at) => ({
          ...segment,
          departure: segment.departure && {
            ...segment.departure,
            epochMinutes: segment.departure.epochMinutes + (at === 1 ? 30 : 0),
          },
        })),
      })),
    };
    const hidden = [offer("x", { ...stop, hides: true }), offer("y", { ...stop, hides: true })];
    expect(groups(first, ...hidden)).toEqual([["first", "x", "y"]]);
    expect(groups(first, moved, ...hidden)).toEqual([["first"], ["later"], ["x", "y"]]);
  });
});

test("joins many offers of one number in steps", () => {
  const joiner = new FlightJoiner<Stated>();
  for (let at = 0; at < 1000; at++) joiner.add(offer(`${at}`, { minute: at % 600 }));
  let steps = 0;
  for (const _ of joiner.join()) steps++;
  // Ten while the offers are grouped, and ten while they are joined.
  expect(steps).toBeGreaterThanOrEqual(20);
});

test("leading zeros of a number do not count", () => {
  const [segment] = offer("a").slices[0]?.segments ?? [];
  expect(segment && flightNumbersOf({ ...segment, flightNumber: "0142" }).marketing).toBe("AA 142");
});
