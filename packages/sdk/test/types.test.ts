import { beforeEach, describe, expect, expectTypeOf, test } from "vitest";
import {
  assembleSearch,
  type Booking,
  type CashOffer,
  type CompactFlight,
  type CompactSearchResponse,
  type ErrorCode,
  type EventOf,
  type Flight,
  type FullSearchRequest,
  type Key,
  type NewKey,
  type Page,
  type ScoredSearchResponse,
  type ScoreOption,
  type SearchRequest,
  type SearchResponse,
  type Segment,
  Wayfare,
} from "../src/index.ts";

const client = new Wayfare({ baseUrl: "http://service", apiKey: "key_test_types" });
const id = "id_1";

/** Infers the result of a function like React Query. */
declare function query<Data>(read: () => Data | Promise<Data>): Data;

/** The compiler checks the types; almost nothing runs. */
beforeEach(() => {
  for (const call of [client.search, client.flights.search, client.keys.list, client.bookings.create]) {
    expect(call).toBeTypeOf("function");
  }
});

const typesOf = {
  search: async (request: FullSearchRequest) => client.search(request),
  rawSearch: async (request: FullSearchRequest) => client.flights.search(request),
  book: (booking: Parameters<Wayfare["bookings"]["create"]>[0]) => client.bookings.create(booking),
};

describe("response types", () => {
  test("types a search down to its segments, offers and scores", () => {
    type Response = Awaited<ReturnType<typeof typesOf.search>>;
    expectTypeOf<Response["flights"]>().toEqualTypeOf<Flight[]>();
    expectTypeOf<Response["scoreOptions"]>().toEqualTypeOf<ScoreOption[]>();
    expectTypeOf<ScoreOption["components"]["emissions"]>().toEqualTypeOf<number>();
    expectTypeOf<Flight["slices"][number]["segments"]>().toEqualTypeOf<Segment[]>();
    expectTypeOf<Segment["durationMinutes"]>().toEqualTypeOf<number | null>();
    expectTypeOf<Flight["cash"]>().toEqualTypeOf<CashOffer[]>();
    expectTypeOf<CashOffer["total"]>().toEqualTypeOf<{ amount: string; currency: string }>();
    expectTypeOf<Flight["award"][number]["level"]>().toEqualTypeOf<"saver" | "standard" | "dynamic" | null>();
    expectTypeOf<Awaited<ReturnType<typeof typesOf.rawSearch>>>().not.toHaveProperty("scoreOptions");
  });

  test("types a search by its view", () => {
    const place = { origin: "JFK", destination: "LHR", departureDate: "2027-01-20" };
    const compact = async () => client.search({ ...place, view: "compact" });
    const full = async () => client.search({ ...place, view: "full" });
    const either = async (request: SearchRequest) => client.search(request);
    expectTypeOf<Awaited<ReturnType<typeof compact>>["flights"]>().toEqualTypeOf<CompactFlight[]>();
    expectTypeOf<Awaited<ReturnType<typeof full>>["flights"]>().toEqualTypeOf<Flight[]>();
    expectTypeOf<Awaited<ReturnType<typeof either>>["view"]>().toEqualTypeOf<"full" | "compact">();
  });

  test("types the parts of a stream, and the response assembled from them", () => {
    const place = { origin: "JFK", destination: "LHR", departureDate: "2027-01-20" };
    const ranked = async () => Array.fromAsync(client.search.stream(place));
    const raw = async () => Array.fromAsync(client.flights.search.stream(place));
    const compact = async () => Array.fromAsync(client.search.stream({ ...place, view: "compact" }));
    type Ranked = Awaited<ReturnType<typeof ranked>>[number];
    expectTypeOf<Ranked["type"]>().toEqualTypeOf<"search" | "supply" | "flights" | "scoreOptions" | "done">();
    expectTypeOf<Extract<Ranked, { type: "flights" }>["flights"]>().toEqualTypeOf<Flight[]>();
    expectTypeOf<Awaited<ReturnType<typeof raw>>[number]["type"]>().not.toExtend<"scoreOptions">();
    const assembled = {
      ranked: async () => assembleSearch(await ranked()),
      raw: async () => assembleSearch(await raw()),
      compact: async () => assembleSearch(await compact()),
    };
    expectTypeOf<Awaited<ReturnType<typeof assembled.ranked>>>().toEqualTypeOf<ScoredSearchResponse>();
    expectTypeOf<Awaited<ReturnType<typeof assembled.raw>>>().toEqualTypeOf<SearchResponse>();
    expectTypeOf<Awaited<ReturnType<typeof assembled.compact>>>().toEqualTypeOf<CompactSearchResponse>();
  });

  test("types a search request", () => {
    expectTypeOf<{ origin: string; destination: string; departureDate: string }>().toExtend<SearchRequest>();
    expectTypeOf<{
      slices: { origin: string; destination: string; departureDate: string }[];
    }>().toExtend<SearchRequest>();
    expectTypeOf<{ slices: { origin: string; destination: string }[] }>().not.toExtend<SearchRequest>();
    expectTypeOf<{ origin: string; destination: number }>().not.toExtend<SearchRequest>();
    expectTypeOf<SearchRequest["cabin"]>().toEqualTypeOf<
      "economy" | "premium_economy" | "business" | "first" | undefined
    >();
    expectTypeOf<SearchRequest["travelers"]>().not.toExtend<number | undefined>();
  });

  test("types a list as a page when awaited and as rows when iterated", () => {
    const list = () => client.keys.list({ status: "active", applicationId: undefined });
    expectTypeOf<Awaited<ReturnType<typeof list>>>().toEqualTypeOf<Page<Key>>();
    expectTypeOf<ReturnType<typeof list>>().toExtend<AsyncIterable<Key>>();
    const getPage = () => query(() => client.keys.list());
    expectTypeOf<ReturnType<typeof getPage>>().toEqualTypeOf<Page<Key>>();
    expectTypeOf<{ status: "lost" }>().not.toExtend<Parameters<Wayfare["keys"]["list"]>[0]>();
  });

  test("types the secret of a new key as optional", () => {
    const roll = () => client.keys.roll(id);
    expectTypeOf<Awaited<ReturnType<typeof roll>>>().toEqualTypeOf<NewKey>();
    expectTypeOf<NewKey["secret"]>().toEqualTypeOf<string | undefined>();
  });

  test("narrows the data of an event by its type", () => {
    type Cancelled = Extract<EventOf, { type: "booking.cancelled" }>;
    expectTypeOf<Cancelled["data"]["refund"]>().toEqualTypeOf<{ amount: string; currency: string } | null>();
    expectTypeOf<EventOf<"webhook.test">["data"]>().toEqualTypeOf<{ message: string }>();
  });

  test("types a booking and an error code", () => {
    expectTypeOf<ReturnType<typeof typesOf.book>>().toEqualTypeOf<Promise<Booking>>();
    expectTypeOf<Booking["refund"]>().toBeNullable();
    expectTypeOf<"AUTH_IP_BLOCKED">().toExtend<ErrorCode>();
  });
});
