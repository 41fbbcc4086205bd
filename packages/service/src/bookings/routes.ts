import {
  BookingConflictSchema,
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
import { getCaller, nowOf } from "../http/caller.ts";
import { noBody } from "../http/json-body.ts";
import { listAnswers, listQuery, readDatedPage } from "../http/pages.ts";
import { callOf } from "../search/call.ts";
import type { SearchParts } from "../search/parts.ts";
import { idempotencyHeader, onceProblems } from "../storage/idempotency.ts";
import { assertNotPaused } from "../storage/outbound.ts";
import type { ResourceParts } from "../storage/resource-parts.ts";
import { bookWithQuote, makeBooking, QuoteNeeded, refuseUsedReference } from "./book.ts";
import { BookingQueue, type BookingQueueOptions } from "./booking-queue.ts";
import { cancelBooking } from "./cancel.ts";
import { completeOffers } from "./complete-offers.ts";
import { hidePersonalValues } from "./hidden-values.ts";
import { quoteOffer } from "./quote.ts";
import { findBooking, listBookings } from "./store.ts";

const book = { access: ["flights.book"], applicationKeys: "own" } as const;
/** Prices the offer by running its search. */
const make = { ...book, rate: "booking" } as const;
/** Whoever sees travelers' data. */
const read = { access: ["flights.book", "usage.write"], applicationKeys: "own" } as const;
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
        description:
          "Lists the bookings of the caller's environment, newest first. Use the filters to find bookings by their status. Bookings contain travelers' data, so `usage.read` is not enough.",
        querystring: listQuery(bookingQuery),
        response: listAnswers(BookingSchema),
      },
    },
    (request) => readDatedPage(cursors, request, "bkg", (caller, page) => listBookings(database.reads, caller, page)),
  );
  app.get(
    "/v1/bookings/:id",
    {
      config: read,
      schema: {
        operationId: "getBooking",
        tags,
        summary: "Get a booking",
        description:
          "Returns one booking with its travelers, price and status. Bookings contain travelers' data, so `usage.read` is not enough.",
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
  { database, clock, runOnce, queue }: ResourceParts & { queue: BookingQueue },
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
          "Prices the offer again and books its seats. Only sandbox offers can be booked; each account has its own seats, which are really sold. Answers 409 if the offer has expired, has changed or is sold out, and 422 if the travelers do not match it. A confirmed booking sends `booking.confirmed`.",
        headers: idempotencyHeader,
        body: refer(CreateBookingSchema),
        response: {
          201: { ...refer(BookingSchema), description: "The booking was created." },
          ...answers(bookingProblems, { schemas: { 409: BookingConflictSchema } }),
        },
      },
    },
    async (request, reply) => {
      const { body } = request;
      const call = callOf(request, reply);
      const { caller } = call;
      const mayBeKnown = request.headers["idempotency-key"] !== undefined;
      const quote = async () => {
        // Before pricing: the first booking may have taken the last seats of the offer.
        await refuseUsedReference(database, caller, { body, nowMs: nowOf(clock, caller) });
        return quoteOffer(search, body, call);
      };
      const booking = await queue.run(caller, (options) =>
        bookWithQuote({ mayBeKnown, quote }, (quoted) => {
          const effect = async (unit: Unit) => {
            if (quoted === undefined) throw new QuoteNeeded();
            await assertNotPaused(unit.session, caller.environment);
            return { status: 201, body: await makeBooking(unit, caller, { body, quote: quoted }) };
          };
          return runOnce(request, reply, effect, options);
        }),
      );
      return completeOffers(booking);
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
        description:
          "Cancels a confirmed booking, returns its seats to sale and refunds money and miles by the rules of the fare. Answers 409 if the booking is already cancelled. It sends `booking.cancelled`.",
        headers: idempotencyHeader,
        params: BookingParamsSchema,
        body: noBody,
        response: {
          200: refer(BookingSchema),
          ...answers([...bodyProblems, ...onceProblems, "NOT_FOUND", "STATE_INVALID"]),
        },
      },
    },
    async (request, reply) => {
      const booking = await runOnce(request, reply, async (unit) => {
        return { status: 200, body: await cancelBooking(unit, getCaller(request), request.params.id) };
      });
      return completeOffers(booking);
    },
  );
}
