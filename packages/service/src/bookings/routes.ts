import {
  BookingConflictSchema,
  BookingParamsSchema,
  BookingSchema,
  bookingQuery,
  CreateBookingSchema,
  DomainError,
  type ErrorCode,
  notFound,
  ref,
} from "@wayfare/contract";
import { runUnitOfWork, type UnitOfWork } from "@wayfare/database";
import { Type } from "typebox";
import { actorOf } from "../audit/actor.ts";
import type { App } from "../http/app-type.ts";
import { getCaller, nowOf, timesOf } from "../http/caller.ts";
import { noBody } from "../http/json-body.ts";
import { listQuery, listResponses, readDatedPage } from "../http/pagination.ts";
import { bodyProblems, problemResponses } from "../http/problem-responses.ts";
import { countBooking } from "../limits/key-usage.ts";
import { callContextOf } from "../search/call-context.ts";
import type { SearchDeps } from "../search/deps.ts";
import { idempotencyHeader, idempotencyProblems } from "../storage/idempotency.ts";
import { assertNotPaused } from "../storage/outbound.ts";
import { assertReferenceUnused, bookWithQuote, createBooking, QuoteRequired } from "./book.ts";
import type { BookingDeps } from "./booking-deps.ts";
import { BookingQueue } from "./booking-queue.ts";
import { quoteCancellation } from "./cancel.ts";
import { quoteOrderCancellation } from "./cancel-order.ts";
import { registerChangeRoutes } from "./change-routes.ts";
import { completeOffers } from "./complete-offers.ts";
import { eraseTravelers } from "./erase-travelers.ts";
import { findOrder } from "./order-store.ts";
import { quoteOffer } from "./quote.ts";
import { readBooking } from "./read-booking.ts";
import { redactPersonalData } from "./redaction.ts";
import { runCancellation } from "./run-cancellation.ts";
import { findBooking, listBookings } from "./store.ts";
import { waitAtMost } from "./wait-at-most.ts";

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
  "BOOKING_FAILED",
  "KEY_LIMIT_EXCEEDED",
  "SUPPLY_UNAVAILABLE",
  "STORAGE_UNAVAILABLE",
] as const satisfies readonly ErrorCode[];

export function registerBookingRoutes(app: App, deps: BookingDeps, search: SearchDeps): void {
  registerBookingReading(app, deps);
  registerBookingCreation(app, { ...deps, queue: new BookingQueue(deps.queueOptions) }, search);
  registerBookingCancellation(app, deps);
  registerChangeRoutes(app, deps);
  registerErasure(app, deps);
}

function registerBookingReading(app: App, { database, cursors, box }: BookingDeps): void {
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
    (request) =>
      readDatedPage(cursors, request, "bkg", (caller, page) => listBookings(database.reads, caller, page, box)),
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
      const found = await findBooking(database, getCaller(request), request.params.id, { box });
      if (found === undefined) throw notFound("booking", request.params.id);
      return found.booking;
    },
  );
}

function registerBookingCreation(app: App, deps: BookingDeps & { queue: BookingQueue }, search: SearchDeps): void {
  const { database, clock, runIdempotent, queue, box, settler, orderingSuppliers } = deps;
  const quoting = { ...search, orderingSuppliers };
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
          "Prices the offer again and books it. An offer of the sandbox is confirmed at once; each account has its own simulated inventory. An offer of a supplier that takes orders, such as Duffel, is ordered there and paid from the balance of its credential: the response is 201 if it is confirmed within 10 seconds, and otherwise 202 with `status` `pending`, until `booking.confirmed` or `booking.failed` is sent. It is ordered once, whatever is retried; a retry with the same `Idempotency-Key` returns the present state. Returns 409 if the offer has expired, has changed (see `maxTotal`) or is sold out, if the supplier created no order, or if `clientReference` was used within 24 hours, and 422 if the travelers do not match the offer or it cannot be booked here. Bookings have a separate rate limit.",
        headers: idempotencyHeader,
        body: ref(CreateBookingSchema),
        response: {
          201: { ...ref(BookingSchema), description: "The booking is confirmed." },
          202: { ...ref(BookingSchema), description: "The booking is pending." },
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
        return quoteOffer(quoting, body, call);
      };
      const { id } = await queue.run(caller, (options) =>
        bookWithQuote({ mayBeReplay, quote }, (quoted) => {
          const effect = async (unit: UnitOfWork) => {
            if (quoted === undefined) throw new QuoteRequired();
            await assertNotPaused(unit.tx, caller.environment);
            const created = await createBooking(unit, caller, { body, quote: quoted, box });
            await countBooking(unit.tx, caller, unit.nowMs);
            // The record has no travelers: a retry reads the booking.
            return { status: 201, body: { id: created.id } };
          };
          return runIdempotent(request, reply, effect, options);
        }),
      );
      let booking = await readBooking(deps, caller, id);
      if (booking.status === "pending") {
        await waitAtMost(deps.orderWaitMs, settler.settle(id));
        booking = await readBooking(deps, caller, id);
      }
      if (booking.status === "failed") {
        const detail = `Booking ${id} failed (${booking.failure?.code}). Nothing was charged.`;
        throw new DomainError("BOOKING_FAILED", { detail });
      }
      return reply.code(booking.status === "pending" ? 202 : 201).send(booking);
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

function registerBookingCancellation(app: App, deps: BookingDeps): void {
  const { database, clock, box } = deps;
  app.post(
    "/v1/bookings/:id/cancel",
    {
      config: book,
      schema: {
        operationId: "cancelBooking",
        tags,
        summary: "Cancel a booking",
        description:
          "Cancels a confirmed booking, releases its seats, and refunds money and miles according to the fare rules. Returns 409 if the booking is not confirmed or its first flight has departed. Sends `booking.cancelled`. This cannot be undone. With `dryRun=true` nothing changes: the response is the confirmed booking with the `refund` that a cancellation would give now. A supplier quotes the refund until `expiresAt`, and cancels by that quote; if a quote has expired and the refund has become lower, the response is 409. If the supplier does not confirm a cancellation within 10 seconds, the response is 202 with `status` `confirmed`, until `booking.cancelled` is sent.",
        headers: idempotencyHeader,
        params: BookingParamsSchema,
        querystring: cancelQuery,
        body: noBody,
        response: {
          200: ref(BookingSchema),
          202: { ...ref(BookingSchema), description: "The supplier has not confirmed the cancellation yet." },
          ...problemResponses([
            ...bodyProblems,
            ...idempotencyProblems,
            "NOT_FOUND",
            "STATE_INVALID",
            "SUPPLY_UNAVAILABLE",
          ]),
        },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      if (request.query.dryRun !== true) return reply.send(await runCancellation(deps, request, reply, id));
      const caller = getCaller(request);
      const times = timesOf(clock, caller);
      const isOrdered = (await findOrder(database, caller, id)) !== undefined;
      if (isOrdered) return completeOffers(await quoteOrderCancellation(deps, caller, { id, times }));
      return completeOffers(await runUnitOfWork(database, times, (unit) => quoteCancellation(unit, caller, id, box)));
    },
  );
}

function registerErasure(app: App, { database, clock, box }: BookingDeps): void {
  app.post(
    "/v1/bookings/:id/erase-travelers",
    {
      config: { ...book, stepUp: true },
      schema: {
        operationId: "eraseTravelers",
        tags,
        summary: "Erase travelers' data",
        description:
          "Erases the personal data of a booking: travelers, contact, metadata, client reference and the airline's record locator, also in its events, in the responses of your webhook endpoints and in stored responses to idempotent requests. The flight, the amounts and `reference` stay, and the booking can still be cancelled. Does not erase data at the supplier or the airline, or at your webhook endpoints. Repeating it has no effect; it cannot be undone. Returns 409 while the supplier has not confirmed the order or its cancellation.",
        params: BookingParamsSchema,
        body: noBody,
        response: { 200: ref(BookingSchema), ...problemResponses([...bodyProblems, "NOT_FOUND", "STATE_INVALID"]) },
      },
    },
    async (request) => {
      const caller = getCaller(request);
      const erased = { id: request.params.id, actor: actorOf(request), box };
      return runUnitOfWork(database, timesOf(clock, caller), (unit) => eraseTravelers(unit, caller, erased));
    },
  );
}
