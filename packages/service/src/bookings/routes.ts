import {
  BookingParamsSchema,
  BookingSchema,
  bookingQuery,
  CreateBookingSchema,
  type ErrorCode,
  notFound,
  refer,
} from "@wayfare/contract";
import type { Unit } from "@wayfare/database";
import { answers, bodyProblems } from "../http/answers.ts";
import type { App } from "../http/app-type.ts";
import { getCaller } from "../http/caller.ts";
import { listAnswers, listQuery, readCallerPage } from "../http/pages.ts";
import { callOf } from "../search/call.ts";
import type { SearchParts } from "../search/parts.ts";
import { idempotencyHeader, onceProblems } from "../storage/idempotency.ts";
import { assertNotPaused } from "../storage/outbound.ts";
import type { ResourceParts } from "../storage/resource-parts.ts";
import { bookWithQuote, makeBooking, QuoteNeeded } from "./book.ts";
import { BookingQueue, type BookingQueueOptions } from "./booking-queue.ts";
import { cancelBooking } from "./cancel.ts";
import { hidePersonalValues } from "./hidden-values.ts";
import { quoteOffer } from "./quote.ts";
import { findBooking, listBookings } from "./store.ts";

/** Bookings do not carry an application yet. */
const book = { access: ["flights.book"], applicationKeys: "refused" } as const;
/** Prices the offer by running its search. */
const make = { ...book, rate: "booking" } as const;
/** Whoever sees travelers' data. */
const read = { access: ["flights.book", "usage.write"], applicationKeys: "refused" } as const;
const tags = ["Bookings"];

const bookingProblems = [
  ...bodyProblems,
  ...onceProblems,
  "NOT_FOUND",
  "OFFER_EXPIRED",
  "OFFER_CHANGED",
  "SOLD_OUT",
  "CONFLICT",
  "OFFER_NOT_BOOKABLE",
  "TRAVELERS_MISMATCH",
  "SUPPLY_UNAVAILABLE",
  "STORAGE_UNAVAILABLE",
] as const satisfies readonly ErrorCode[];

export function registerBookingRoutes(
  app: App,
  resources: ResourceParts,
  search: SearchParts,
  queueOptions?: Partial<BookingQueueOptions>,
): void {
  registerBookingReading(app, resources);
  registerBookingMaking(app, { ...resources, queue: new BookingQueue(queueOptions) }, search);
  registerBookingCancellation(app, resources);
}

function registerBookingReading(app: App, { database, cursors }: ResourceParts): void {
  app.get(
    "/v1/bookings",
    {
      config: { ...read, reads: "expensive" },
      schema: {
        operationId: "listBookings",
        tags,
        summary: "List bookings",
        querystring: listQuery(bookingQuery),
        response: listAnswers(BookingSchema),
      },
    },
    (request) =>
      readCallerPage(cursors, request, (caller, { filters, ...range }) =>
        listBookings(database.reads, caller, { ...filters, ...range }),
      ),
  );
  app.get(
    "/v1/bookings/:id",
    {
      config: read,
      schema: {
        operationId: "getBooking",
        tags,
        summary: "Read a booking",
        params: BookingParamsSchema,
        response: { 200: refer(BookingSchema), ...answers(["NOT_FOUND"]) },
      },
    },
    async (request) => {
      const found = await findBooking(database, getCaller(request), request.params.id);
      if (found === undefined) throw notFound("booking", request.params.id);
      return found.booking;
    },
  );
}

function registerBookingMaking(
  app: App,
  { runOnce, queue }: ResourceParts & { queue: BookingQueue },
  search: SearchParts,
): void {
  app.post(
    "/v1/bookings",
    {
      config: make,
      schemaErrorFormatter: hidePersonalValues,
      schema: {
        operationId: "createBooking",
        tags,
        summary: "Book an offer",
        description:
          "Prices the offer again and takes its seats. Only offers of the sandbox can be booked; it really sells, to each account for itself.",
        headers: idempotencyHeader,
        body: refer(CreateBookingSchema),
        response: { 201: { ...refer(BookingSchema), description: "Booked." }, ...answers(bookingProblems) },
      },
    },
    (request, reply) => {
      const { body } = request;
      const call = callOf(request, reply);
      const { caller } = call;
      const mayBeKnown = request.headers["idempotency-key"] !== undefined;
      return queue.run(caller, (options) =>
        bookWithQuote({ mayBeKnown, quote: () => quoteOffer(search, body, call) }, (quote) => {
          const effect = async (unit: Unit) => {
            if (quote === undefined) throw new QuoteNeeded();
            await assertNotPaused(unit.session, caller.environment);
            return { status: 201, body: await makeBooking(unit, caller, { body, quote }) };
          };
          return runOnce(request, reply, effect, options);
        }),
      );
    },
  );
}

function registerBookingCancellation(app: App, { runOnce }: ResourceParts): void {
  app.post(
    "/v1/bookings/:id/cancel",
    {
      config: book,
      schema: {
        operationId: "cancelBooking",
        tags,
        summary: "Cancel a booking",
        description: "Gives the seats back, and money and miles by the fare's rules.",
        headers: idempotencyHeader,
        params: BookingParamsSchema,
        response: {
          200: refer(BookingSchema),
          ...answers(["REQUEST_INVALID", ...onceProblems, "NOT_FOUND", "STATE_INVALID"]),
        },
      },
    },
    (request, reply) =>
      runOnce(request, reply, async (unit) => {
        return { status: 200, body: await cancelBooking(unit, getCaller(request), request.params.id) };
      }),
  );
}
