import { beforeEach, describe, expect, expectTypeOf, test } from "vitest";
import {
  type Booking,
  type CashOffer,
  type ErrorCode,
  type EventOf,
  type Flight,
  type Key,
  type NewKey,
  type Page,
  type ScoreOption,
  type SearchRequest,
  type Segment,
  Wayfare,
} from "../src/index.ts";

const client = new Wayfare({ baseUrl: "http://service", apiKey: "key_test_types" });
const id = "id_1";

/** As React Query takes a function and finds out what it answers. */
declare function query<Data>(read: () => Data | Promise<Data>): Data;

/** Hardly anything here runs: the compiler is the test. */
beforeEach(() => {
  for (const call of [client.search, client.flights.search, client.keys.list, client.bookings.create]) {
    expect(call).toBeTypeOf("function");
  }
});

const typesOf = {
  search: async (request: SearchRequest) => client.search(request),
  rawSearch: async (request: SearchRequest) => client.flights.search(request),
  book: (booking: Parameters<Wayfare["bookings"]["create"]>[0]) => client.bookings.create(booking),
};

describe("what the methods answer", () => {
  test("a search is known down to its segments, offers and scores", () => {
    type Answer = Awaited<ReturnType<typeof typesOf.search>>;
    expectTypeOf<Answer["flights"]>().toEqualTypeOf<Flight[]>();
    expectTypeOf<Answer["scoreOptions"]>().toEqualTypeOf<ScoreOption[]>();
    expectTypeOf<ScoreOption["components"]["emissions"]>().toEqualTypeOf<number>();
    expectTypeOf<Flight["slices"][number]["segments"]>().toEqualTypeOf<Segment[]>();
    expectTypeOf<Segment["durationMinutes"]>().toEqualTypeOf<number>();
    expectTypeOf<Flight["cash"]>().toEqualTypeOf<CashOffer[]>();
    expectTypeOf<CashOffer["total"]>().toEqualTypeOf<{ amount: string; currency: string }>();
    expectTypeOf<Flight["award"][number]["level"]>().toEqualTypeOf<"saver" | "standard" | "dynamic">();
    expectTypeOf<Awaited<ReturnType<typeof typesOf.rawSearch>>>().not.toHaveProperty("scoreOptions");
  });

  test("a request takes what the service takes, and nothing else", () => {
    expectTypeOf<{ origin: string; destination: string; departureDate: string }>().toExtend<SearchRequest>();
    expectTypeOf<{ origin: string; destination: string }>().not.toExtend<SearchRequest>();
    expectTypeOf<SearchRequest["cabin"]>().toEqualTypeOf<
      "economy" | "premium_economy" | "business" | "first" | undefined
    >();
    expectTypeOf<SearchRequest["travelers"]>().not.toExtend<number | undefined>();
  });

  test("a list is a page when awaited and rows when iterated, for a library of queries too", () => {
    const list = () => client.keys.list({ status: "active", applicationId: undefined });
    expectTypeOf<Awaited<ReturnType<typeof list>>>().toEqualTypeOf<Page<Key>>();
    expectTypeOf<ReturnType<typeof list>>().toExtend<AsyncIterable<Key>>();
    const ask = () => query(() => client.keys.list());
    expectTypeOf<ReturnType<typeof ask>>().toEqualTypeOf<Page<Key>>();
    expectTypeOf<{ status: "lost" }>().not.toExtend<Parameters<Wayfare["keys"]["list"]>[0]>();
  });

  test("a raw key may be missing from the answer that made it", () => {
    const make = () => client.keys.roll(id);
    expectTypeOf<Awaited<ReturnType<typeof make>>>().toEqualTypeOf<NewKey>();
    expectTypeOf<NewKey["secret"]>().toEqualTypeOf<string | undefined>();
  });

  test("an event says with its type what its data is", () => {
    type Cancelled = Extract<EventOf, { type: "booking.cancelled" }>;
    expectTypeOf<Cancelled["data"]["refund"]>().toEqualTypeOf<{ amount: string; currency: string }>();
    expectTypeOf<EventOf<"webhook.test">["data"]>().toEqualTypeOf<{ message: string }>();
  });

  test("a booking is a booking, and a code one of the catalogue's", () => {
    expectTypeOf<ReturnType<typeof typesOf.book>>().toEqualTypeOf<Promise<Booking>>();
    expectTypeOf<Booking["refund"]>().toBeNullable();
    expectTypeOf<"AUTH_IP_BLOCKED">().toExtend<ErrorCode>();
  });
});
