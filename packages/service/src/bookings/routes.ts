import {
  BookingConflictSchema,
  BookingParamsSchema,
  BookingSchema,
  bookingQuery,
  CreateBookingSchema,
  type ErrorCode,
  notFound,
  ref,
} from "@wayfare/contract";
import { runUnitOfWork, type UnitOfWork } from "@wayfare/database";
import { Type } from "typebox";
import type { App } from "../http/app-type.ts";
import { getCaller, nowOf } from "../http/caller.ts";
import { noBody } from "../http/json-body.ts";
import { listQuery, listResponses, readDatedPage } from "../http/pagination.ts";
import { bodyProblems, problemResponses } from "../http/problem-responses.ts";
import { callContextOf } from "../search/call-context.ts";
import type { SearchDeps } from "../search/deps.ts";
import { idempotencyHeader, idempotencyProblems } from "../storage/idempotency.ts";
import { assertNotPaused } from "../storage/outbound.ts";
import type { ResourceDeps } from "../storage/resource-deps.ts";
import { assertReferenceUnused, bookWithQuote, createBooking, QuoteRequired } from "./book.ts";
import { BookingQueue, type BookingQueueOptions } from "./booking-queue.ts";
import { cancelBooking, quoteCancellation } from "./cancel.ts";
import { completeOffers } from "./complete-offers.ts";
import { quoteOffer } from "./quote.ts";
import { redactPersonalData } from "./redaction.ts";
import { findBooking, listBookings } from "./store.ts";

const book = { access: ["flights.book"], applicationKeys: "own" } as const;
/** Creating a booking runs the search of the offer, so it has a separate rate limit. */
const create = { ...book, rate: "booking" } as const;
/** Scopes that may read travelers' data. */
const read = { access: ["flights.book", "usage.write"], applicationKeys: "own" } as const;
const tags = ["Bookings"];

const bookingProblems = [
  ...bodyProblems,
  ...idempotencyProblems,
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
  resources: ResourceDeps,
  search: SearchDeps,
  queueOptions?: Partial<BookingQueueOptions>,
): void {
  registerBookingReading(app, resources);
  registerBookingCreation(app, { ...resources, queue: new BookingQueue(queueOptions) }, search);
  registerBookingCancellation(app, resources);
}

function registerBookingReading(app: App, { database, cursors }: ResourceDeps): void {
  app.get(
    "/v1/bookings",
    {
      config: { ...read, reads: "expensive" },
      schema: {
        operationId: "listBookings",
        tags,
        summary: "List bookings",
        description:
          "Lists the bookings of the caller's environment, newest first. Filter by status, reference, client reference or creation time. Bookings contain travelers' data, so the scope `usage.read` is not sufficient.",
        querystring: listQuery(bookingQuery),
        response: listResponses(BookingSchema),
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
          "Returns one booking with its flight, travelers, price, status and refund. Bookings contain travelers' data, so the scope `usage.read` is not sufficient.",
        params: BookingParamsSchema,
        response: { 200: ref(BookingSchema), ...problemResponses(["NOT_FOUND"]) },
      },
    },
    async (request) => {
      const found = await findBooking(database, getCaller(request), request.params.id);
      if (found === undefined) throw notFound("booking", request.params.id);
      return found.booking;
    },
  );
}

function registerBookingCreation(
  app: App,
  { database, clock, runIdempotent, queue }: ResourceDeps & { queue: BookingQueue },
  search: SearchDeps,
): void {
  app.post(
    "/v1/bookings",
    {
      config: create,
      schemaErrorFormatter: redactPersonalData,
      schema: {
        operationId: "createBooking",
        tags,
        summary: "Book an offer",
        description:
          "Prices the offer again and books its seats. Only sandbox offers can be booked, and they are simulated; each account has its own inventory, so seats that it books are no longer available to it. Returns 409 if the offer has expired, has changed or is sold out, or if `clientReference` was used within 24 hours, and 422 if the travelers do not match the search or the offer cannot be booked. Sends `booking.confirmed`. Bookings have a separate rate limit.",
        headers: idempotencyHeader,
        body: ref(CreateBookingSchema),
        response: {
          201: { ...ref(BookingSchema), description: "The booking was created." },
          ...problemResponses(bookingProblems, { schemas: { 409: BookingConflictSchema } }),
        },
      },
    },
    async (request, reply) => {
      const { body } = request;
      const call = callContextOf(search, request, reply);
      const { caller } = call;
      const mayBeReplay = request.headers["idempotency-key"] !== undefined;
      const quote = async () => {
        // Checked before pricing: the first booking with this reference may have the last seats of the offer.
        await assertReferenceUnused(database, caller, { body, nowMs: nowOf(clock, caller) });
        return quoteOffer(search, body, call);
      };
      const booking = await queue.run(caller, (options) =>
        bookWithQuote({ mayBeReplay, quote }, (quoted) => {
          const effect = async (unit: UnitOfWork) => {
            if (quoted === undefined) throw new QuoteRequired();
            await assertNotPaused(unit.tx, caller.environment);
            return { status: 201, body: await createBooking(unit, caller, { body, quote: quoted }) };
          };
          return runIdempotent(request, reply, effect, options);
        }),
      );
      return completeOffers(booking);
    },
  );
}

const cancelQuery = Type.Object(
  {
    dryRun: Type.Optional(
      Type.Boolean({ description: "True to quote the refund without cancelling the booking.", examples: [true] }),
    ),
  },
  { additionalProperties: false },
);

function registerBookingCancellation(app: App, { database, clock, runIdempotent }: ResourceDeps): void {
  app.post(
    "/v1/bookings/:id/cancel",
    {
      config: book,
      schema: {
        operationId: "cancelBooking",
        tags,
        summary: "Cancel a booking",
        description:
          "Cancels a confirmed booking, releases its seats, and refunds money and miles according to the fare rules. Returns 409 if the booking is already cancelled or its first flight has departed. Sends `booking.cancelled`. This cannot be undone. With `dryRun=true` nothing changes: the response is the confirmed booking with the `refund` that a cancellation would give now.",
        headers: idempotencyHeader,
        params: BookingParamsSchema,
        querystring: cancelQuery,
        body: noBody,
        response: {
          200: ref(BookingSchema),
          ...problemResponses([...bodyProblems, ...idempotencyProblems, "NOT_FOUND", "STATE_INVALID"]),
        },
      },
    },
    async (request, reply) => {
      const caller = getCaller(request);
      if (request.query.dryRun === true) {
        const nowMs = nowOf(clock, caller);
        const quote = await runUnitOfWork(database, nowMs, (unit) =>
          quoteCancellation(unit, caller, request.params.id),
        );
        return completeOffers(quote);
      }
      const booking = await runIdempotent(request, reply, async (unit) => {
        return { status: 200, body: await cancelBooking(unit, getCaller(request), request.params.id) };
      });
      return completeOffers(booking);
    },
  );
}
