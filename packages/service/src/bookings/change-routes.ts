import { BookingSchema, ChangeParamsSchema, ref } from "@wayfare/contract";
import type { App } from "../http/app-type.ts";
import { getCaller, timesOf } from "../http/caller.ts";
import { noBody } from "../http/json-body.ts";
import { bodyProblems, problemResponses } from "../http/problem-responses.ts";
import { idempotencyHeader, idempotencyProblems } from "../storage/idempotency.ts";
import { acceptChange, assertChangeOffers } from "./accept-change.ts";
import type { BookingDeps } from "./booking-deps.ts";
import { readBooking } from "./read-booking.ts";
import { runCancellation } from "./run-cancellation.ts";
import { waitAtMost } from "./wait-at-most.ts";

const config = { access: ["flights.book"], applicationKeys: "own" } as const;
const tags = ["Bookings"];
const problems = [...bodyProblems, "NOT_FOUND", "STATE_INVALID", "CHANGE_FAILED", "SUPPLY_UNAVAILABLE"] as const;

/** Registers what a customer can do with a change by the airline. */
export function registerChangeRoutes(app: App, deps: BookingDeps): void {
  const { clock, settler, orderWaitMs } = deps;
  app.post(
    "/v1/bookings/:id/changes/:changeId/accept",
    {
      config,
      schema: {
        operationId: "acceptChange",
        tags,
        summary: "Accept a change by the airline",
        description:
          "Takes the new flights of a pending change. The response is the booking: 200 if the supplier has applied the change, else 202, until `booking.changed` with `pending` false is sent. Returns 409 if the change is not pending, if the supplier does not offer it, or if it refuses. Accepting it twice changes nothing.",
        params: ChangeParamsSchema,
        body: noBody,
        response: {
          200: ref(BookingSchema),
          202: { ...ref(BookingSchema), description: "The supplier has not applied the change yet." },
          ...problemResponses(problems),
        },
      },
    },
    async (request, reply) => {
      const caller = getCaller(request);
      const { id, changeId } = request.params;
      await acceptChange(deps, caller, { id, changeId, times: timesOf(clock, caller) });
      await waitAtMost(orderWaitMs, settler.settle(id));
      const booking = await readBooking(deps, caller, id);
      const isPending = booking.changes.some(({ id: each, status }) => each === changeId && status === "pending");
      return reply.code(isPending ? 202 : 200).send(booking);
    },
  );
  app.post(
    "/v1/bookings/:id/changes/:changeId/cancel",
    {
      config,
      schema: {
        operationId: "cancelChangedBooking",
        tags,
        summary: "Cancel a booking instead of accepting a change",
        description:
          "Cancels the booking on the terms that the airline offers for a pending change. `POST /v1/bookings/{id}/cancel?dryRun=true` quotes the refund. The response is the booking: 200 if it is cancelled, otherwise 202, until `booking.cancelled` is sent. Returns 409 if the change is not pending or the supplier does not offer it.",
        headers: idempotencyHeader,
        params: ChangeParamsSchema,
        body: noBody,
        response: {
          200: ref(BookingSchema),
          202: { ...ref(BookingSchema), description: "The supplier has not confirmed the cancellation yet." },
          ...problemResponses([...problems, ...idempotencyProblems]),
        },
      },
    },
    async (request, reply) => {
      const caller = getCaller(request);
      const { id, changeId } = request.params;
      const booked = await readBooking(deps, caller, id);
      if (booked.status !== "cancelled") await assertChangeOffers(deps, caller, { id, changeId }, "cancel");
      return reply.send(await runCancellation(deps, request, reply, id));
    },
  );
}
