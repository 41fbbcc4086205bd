import { createHmac, timingSafeEqual } from "node:crypto";
import { Type } from "typebox";
import { Compile } from "typebox/compile";
import { UnverifiedEventError } from "../port/failures.ts";
import type { SupplierEventRequest } from "../port/orders.ts";

/** Maximum difference between the time of a signature and now. A repeated request only reads the order again. */
const toleranceMs = 5 * 60_000;

const id = Type.String({ pattern: "^ord_[A-Za-z0-9_-]{1,200}$" });
/** Events of orders have the order, its change or its cancellation as their object. */
const eventValidator = Compile(
  Type.Object({
    type: Type.String({ pattern: "^(order|air\\.order)" }),
    data: Type.Object({ object: Type.Object({ id: Type.Optional(Type.String()), order_id: Type.Optional(id) }) }),
  }),
);
const idValidator = Compile(id);

/**
 * Verifies an event of Duffel and returns its order; null for events about something else. The header `X-Duffel-Signature` is
 * `t=<seconds>,v1=<hex>`, where `v1` is the HMAC-SHA256 of the seconds, a dot and the body (https://duffel.com/docs/guides/receiving-webhooks).
 *
 * @throws UnverifiedEventError
 */
export function readDuffelEvent({ body, header, secret, nowMs }: SupplierEventRequest): { orderId: string } | null {
  const [, seconds = "", signature = ""] =
    /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header("x-duffel-signature") ?? "") ?? [];
  const expected = createHmac("sha256", secret).update(`${seconds}.`).update(body).digest();
  if (signature === "" || !timingSafeEqual(Buffer.from(signature, "hex"), expected)) {
    throw new UnverifiedEventError("the signature does not match");
  }
  if (Math.abs(nowMs - Number(seconds) * 1000) > toleranceMs)
    throw new UnverifiedEventError("the signature is too old");
  const event = parseJson(body);
  if (!eventValidator.Check(event)) return null;
  const { order_id: orderId, id: objectId } = event.data.object;
  if (orderId !== undefined) return { orderId };
  return idValidator.Check(objectId) ? { orderId: objectId } : null;
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return null;
  }
}
