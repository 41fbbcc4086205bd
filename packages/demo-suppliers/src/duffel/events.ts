import { createHmac } from "node:crypto";

/**
 * Types of the events of orders. `order.created` and `order.creation_failed` name the offer, and no metadata
 * (https://duffel.com/docs/api/overview/response-handling/order-and-booking-creation); `order.airline_initiated_change_detected` names the order
 * and the change (https://duffel.com/docs/guides/migrating-api-version-from-v1-to-v2). Read in November 2026.
 */
export type DuffelEventType =
  | "order.created"
  | "order.creation_failed"
  | "order.airline_initiated_change_detected"
  | "order_cancellation.created"
  | "order_cancellation.confirmed"
  | "air.airline_credit.created"
  | "ping.triggered";

/** An event as Duffel sends it. The same event keeps its id and its idempotency key when it is sent again. */
export interface DuffelEvent {
  id: string;
  api_version: "v2";
  type: DuffelEventType;
  data: { object: Record<string, unknown> };
  live_mode: boolean;
  idempotency_key: string;
  created_at: string;
  identity_organisation_id: string;
}

/** An event with its signature. */
export interface SignedEvent {
  body: string;
  /** Value of the header `X-Duffel-Signature`. */
  signature: string;
}

/**
 * Events of a double in order of their occurrence. Duffel delivers each at least once, in any order, for up to 72 hours
 * (https://duffel.com/docs/api/v2/webhooks), so the caller delivers them.
 */
export class DuffelEvents {
  readonly all: DuffelEvent[] = [];
  /** Called for each event when it occurs. */
  onEvent: (event: DuffelEvent) => void = () => {};

  record(
    type: DuffelEventType,
    object: Record<string, unknown>,
    { key, atMs, isLive }: { key: string; atMs: number; isLive: boolean },
  ): DuffelEvent {
    const event: DuffelEvent = {
      id: `wev_${this.all.length + 1}`,
      api_version: "v2",
      type,
      data: { object },
      live_mode: isLive,
      idempotency_key: key,
      created_at: new Date(atMs).toISOString(),
      identity_organisation_id: "org_1",
    };
    this.all.push(event);
    this.onEvent(event);
    return event;
  }
}

/**
 * Signs an event as Duffel does: `t=<seconds>,v1=<hex>`, where `v1` is the HMAC-SHA256 of the seconds, a dot and the body
 * (https://duffel.com/docs/guides/receiving-webhooks).
 */
export function signDuffelEvent(event: DuffelEvent, { secret, nowMs }: { secret: string; nowMs: number }): SignedEvent {
  const body = JSON.stringify(event);
  const seconds = Math.floor(nowMs / 1000);
  const signature = createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex");
  return { body, signature: `t=${seconds},v1=${signature}` };
}
