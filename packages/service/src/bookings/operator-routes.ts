import {
  OperatorBookingParamsSchema,
  OperatorBookingSchema,
  operatorBookingQuery,
  ref,
  SettleBookingSchema,
} from "@wayfare/contract";
import { actorOf } from "../audit/actor.ts";
import type { App } from "../http/app-type.ts";
import { getCaller } from "../http/caller.ts";
import { listQuery, listResponses, readCallerPage } from "../http/pagination.ts";
import { bodyProblems, problemResponses } from "../http/problem-responses.ts";
import type { ResourceDeps } from "../storage/resource-deps.ts";
import { listReports } from "./order-report-store.ts";
import { type SettleDeps, settleOrder } from "./settle-order.ts";

const kinds = { environments: ["service"], applicationKeys: "refused" } as const;
const tags = ["Operators"];
const problems = ["AUTH_ENVIRONMENT_MISMATCH"] as const;

/** Registers the routes for orders that need an operator. Only operators and service keys of their account may call them. */
export function registerOperatorBookingRoutes(app: App, deps: SettleDeps & Pick<ResourceDeps, "cursors">): void {
  app.get(
    "/v1/operator/bookings",
    {
      config: { access: ["accounts.read"], ...kinds, reads: "expensive" },
      schema: {
        operationId: "listOperatorBookings",
        tags,
        summary: "List bookings that need an operator",
        description:
          "Lists the bookings of all accounts whose orders an operator should know about, newest booking first: without a result for 15 minutes, orders that appeared after a failure, and differences between the bookings and the orders of a supplier. Each booking has its last report. Without travelers.",
        querystring: listQuery(operatorBookingQuery),
        response: listResponses(OperatorBookingSchema, "Newest booking first."),
      },
    },
    (request) => readCallerPage(deps.cursors, request, (_caller, page) => listReports(deps.database.reads, page)),
  );
  app.post(
    "/v1/operator/bookings/:id/settle",
    {
      config: { access: ["accounts.write"], ...kinds, stepUp: true },
      schema: {
        operationId: "settleBooking",
        tags,
        summary: "Settle a booking",
        description:
          "Settles a booking as you found it at the supplier. `confirmed` confirms a pending or failed booking with the order `orderReference`, which is read first: the booking takes its price, flights and state, and `booking.confirmed` is sent. `failed` ends a pending booking with `not_created`; for any other booking it only closes the report. An order that appears later is reported again.",
        params: OperatorBookingParamsSchema,
        body: ref(SettleBookingSchema),
        response: {
          200: ref(OperatorBookingSchema),
          ...problemResponses([...bodyProblems, ...problems, "NOT_FOUND", "STATE_INVALID", "SUPPLY_UNAVAILABLE"]),
        },
      },
    },
    (request) => {
      const { accountId } = getCaller(request);
      return settleOrder(deps, request.params.id, request.body, { accountId, actor: actorOf(request) });
    },
  );
}
