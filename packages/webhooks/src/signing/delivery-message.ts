import { type EventType, formatInstant } from "@wayfare/contract";
import { signDelivery, signStandardWebhook } from "./signature.ts";

export interface DeliveredEvent {
  id: string;
  type: EventType;
  /** Id of the object that the event is about. */
  subject: string | null;
  data: Record<string, unknown>;
  createdAtMs: number;
}

/** Renders the body of a delivery, identical byte for byte in every attempt. */
export function renderDeliveryBody(
  event: DeliveredEvent,
  { deliveryId, environment }: { deliveryId: string; environment: "test" | "live" },
): string {
  return JSON.stringify({
    id: event.id,
    type: event.type,
    createdAt: formatInstant(event.createdAtMs),
    environment,
    apiVersion: "v1",
    deliveryId,
    subject: event.subject,
    data: event.data,
  });
}

export interface SignedDelivery {
  deliveryId: string;
  type: EventType;
  /** Number of the attempt, from 1. */
  attempt: number;
  body: string;
  /** Secret of `SVC-Signature`. */
  secret: string;
  /** All valid secrets, each of which signs for Standard Webhooks. */
  secrets: readonly string[];
  /** Real time, not the data clock: receivers compare it with their own clock. */
  nowMs: number;
}

/** Returns the request headers of an attempt. */
export function signDeliveryHeaders(delivery: SignedDelivery): Record<string, string> {
  const { deliveryId: id, type, attempt, body, secret, secrets, nowMs } = delivery;
  const timestampSeconds = Math.floor(nowMs / 1000);
  return {
    "content-type": "application/json",
    "user-agent": "Wayfare-Webhooks/1",
    "svc-event": type,
    "svc-delivery-id": id,
    "svc-attempt": String(attempt),
    "svc-signature": signDelivery(secret, body, timestampSeconds),
    ...signStandardWebhook(secrets, { id, body, timestampSeconds }),
  };
}
