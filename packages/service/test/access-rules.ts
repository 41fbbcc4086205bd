import { type KeyEnvironment, type Scope, scopes } from "@wayfare/contract";

/** Which keys may call a route. */
export interface Rule {
  /** Each of them opens the route alone. */
  opens: readonly Scope[];
  refuses?: readonly KeyEnvironment[];
}

const search: Rule = { opens: ["flights.search", "usage.read", "usage.write"] };
const read: Rule = { opens: ["usage.read", "usage.write"] };
const write: Rule = { opens: ["usage.write"] };
/** What is booked and delivered holds travelers' data. */
const payloads: Rule = { opens: ["flights.book", "usage.write"] };
const money: Rule = { opens: ["billing.read", "billing.write"] };
const spend: Rule = { opens: ["billing.write"] };
const mint: Rule = { ...write, refuses: ["service"] };

/** Who may call, written by hand from the API's contract: the routes' own declarations are what is tested. */
export const rules: Record<string, Rule | "public"> = {
  "POST /v1/flights/search": search,
  "POST /v1/search": search,
  "GET /v1/offers/{id}": search,
  "GET /v1/places": search,
  "POST /v1/keys": mint,
  "GET /v1/keys": read,
  "GET /v1/keys/self": { opens: scopes },
  "GET /v1/keys/{id}": read,
  "PATCH /v1/keys/{id}": write,
  "POST /v1/keys/{id}/revoke": write,
  "POST /v1/keys/{id}/roll": mint,
  "POST /v1/keys/revoke-leaked": "public",
  "POST /v1/applications": write,
  "GET /v1/applications": read,
  "GET /v1/applications/{id}": read,
  "PATCH /v1/applications/{id}": write,
  "DELETE /v1/applications/{id}": write,
  "GET /v1/audit-events": write,
  "GET /v1/usage": read,
  "GET /v1/usage/current": read,
  "GET /v1/requests": read,
  "GET /v1/requests/{id}": read,
  "POST /v1/bookings": { opens: ["flights.book"] },
  "GET /v1/bookings": payloads,
  "GET /v1/bookings/{id}": payloads,
  "POST /v1/bookings/{id}/cancel": { opens: ["flights.book"] },
  "POST /v1/webhooks": write,
  "GET /v1/webhooks": read,
  "GET /v1/webhooks/{id}": read,
  "PATCH /v1/webhooks/{id}": write,
  "DELETE /v1/webhooks/{id}": write,
  "POST /v1/webhooks/{id}/verify": write,
  "POST /v1/webhooks/{id}/rotate": write,
  "POST /v1/webhooks/{id}/test": write,
  "POST /v1/webhooks/{id}/replay": write,
  "GET /v1/webhooks/{id}/replays/{replayId}": read,
  "GET /v1/deliveries": payloads,
  "GET /v1/deliveries/{id}": payloads,
  "POST /v1/deliveries/{id}/retry": write,
  "GET /v1/events": payloads,
  "GET /v1/events/{id}": payloads,
  "GET /v1/event-types": read,
  "GET /v1/test/clock": { ...read, refuses: ["live", "service"] },
  "POST /v1/test/clock/advance": { ...write, refuses: ["live", "service"] },
  "GET /v1/billing/plans": money,
  "GET /v1/billing/subscription": money,
  "POST /v1/billing/subscription/preview": spend,
  "POST /v1/billing/subscription/change": spend,
  "POST /v1/billing/subscription/cancel": spend,
  "POST /v1/billing/subscription/resume": spend,
  "GET /v1/billing/spend": money,
  "GET /v1/billing/invoices": money,
  "GET /v1/billing/invoices/{id}": money,
  "GET /v1/billing/invoices/{id}/pdf": money,
  "POST /v1/billing/invoices/{id}/payment-page": spend,
  "POST /v1/billing/invoices/{id}/mark-paid": spend,
  "GET /v1/billing/credit-balance": money,
  "GET /v1/billing/credit-balance/entries": money,
  "POST /v1/billing/coupons/redeem": spend,
  "GET /v1/account": read,
  "PATCH /v1/account": write,
};
