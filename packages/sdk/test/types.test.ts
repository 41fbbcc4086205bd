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

/** Infers the result of a function like React Query. */
declare function query<Data>(read: () => Data | Promise<Data>): Data;

/** The compiler checks the types; almost nothing runs. */
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

describe("response types", () => {
  test("types a search down to its segments, offers and scores", () => {
    type Response = Awaited<ReturnType<typeof typesOf.search>>;
    expectTypeOf<Response["flights"]>().toEqualTypeOf<Flight[]>();
    expectTypeOf<Response["scoreOptions"]>().toEqualTypeOf<ScoreOption[]>();
    expectTypeOf<ScoreOption["components"]["emissions"]>().toEqualTypeOf<number>();
    expectTypeOf<Flight["slices"][number]["segments"]>().toEqualTypeOf<Segment[]>();
    expectTypeOf<Segment["durationMinutes"]>().toEqualTypeOf<number>();
    expectTypeOf<Flight["cash"]>().toEqualTypeOf<CashOffer[]>();
    expectTypeOf<CashOffer["total"]>().toEqualTypeOf<{ amount: string; currency: string }>();
    expectTypeOf<Flight["award"][number]["level"]>().toEqualTypeOf<"saver" | "standard" | "dynamic">();
    expectTypeOf<Awaited<ReturnType<typeof typesOf.rawSearch>>>().not.toHaveProperty("scoreOptions");
  });

  test("types a search request", () => {
    expectTypeOf<{ origin: string; destination: string; departureDate: string }>().toExtend<SearchRequest>();
    expectTypeOf<{ origin: string; destination: string }>().not.toExtend<SearchRequest>();
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
    expectTypeOf<Cancelled["data"]["refund"]>().toEqualTypeOf<{ amount: string; currency: string }>();
    expectTypeOf<EventOf<"webhook.test">["data"]>().toEqualTypeOf<{ message: string }>();
  });

  test("types a booking and an error code", () => {
    expectTypeOf<ReturnType<typeof typesOf.book>>().toEqualTypeOf<Promise<Booking>>();
    expectTypeOf<Booking["refund"]>().toBeNullable();
    expectTypeOf<"AUTH_IP_BLOCKED">().toExtend<ErrorCode>();
  });
});
