import { createHmac, timingSafeEqual } from "node:crypto";
import { Type } from "typebox";
import { UnverifiedEventError } from "../port/failures.ts";
import type { SupplierEventRequest, SupplierOrderEvent } from "../port/orders.ts";
import { validatorOf } from "../wire/validator.ts";
import { bookingKey } from "./order-schema.ts";

/** Maximum difference between the time of a signature and now. A repeated request only reads the order again. */
const toleranceMs = 5 * 60_000;

const orderId = /^ord_[A-Za-z0-9_-]{1,200}$/;
const offerId = /^off_[A-Za-z0-9_-]{1,200}$/;
const bookingId = /^bkg_[0-9a-z]{26}$/;
const nullable = Type.Optional(Type.Union([Type.String(), Type.Null()]));
/** Events of orders have the order, its change or its cancellation as their object. */
const eventValidator = validatorOf(
  Type.Object({
    type: Type.String({ pattern: "^(order|air\\.order)" }),
    data: Type.Object({
      object: Type.Object({
        id: nullable,
        order_id: nullable,
        offer_id: nullable,
        metadata: Type.Optional(Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()])),
      }),
    }),
  }),
);

/**
 * Verifies an event of Duffel and returns its order, booking and offer; null for events about something else. The header `X-Duffel-Signature` is
 * `t=<seconds>,v1=<hex>`, where `v1` is the HMAC-SHA256 of the seconds, a dot and the body (https://duffel.com/docs/guides/receiving-webhooks).
 *
 * @throws UnverifiedEventError
 */
export function readDuffelEvent({ body, header, secret, nowMs }: SupplierEventRequest): SupplierOrderEvent | null {
  const [, seconds = "", signature = ""] =
    /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header("x-duffel-signature") ?? "") ?? [];
  const expected = createHmac("sha256", secret).update(`${seconds}.`).update(body).digest();
  if (signature === "" || !timingSafeEqual(Buffer.from(signature, "hex"), expected)) {
    throw new UnverifiedEventError("the signature does not match");
  }
  if (Math.abs(nowMs - Number(seconds) * 1000) > toleranceMs)
    throw new UnverifiedEventError("the signature is too old");
  const event = parseJson(body);
  if (!eventValidator.check(event)) return null;
  const { type, data } = event;
  const { id, order_id, offer_id, metadata } = data.object;
  const found = {
    orderId: matching(orderId, order_id) ?? matching(orderId, id),
    offerReference: matching(offerId, offer_id),
    bookingId: matching(bookingId, metadata?.[bookingKey]),
  };
  if (Object.values(found).every((value) => value === null)) return null;
  const kinds = { "order.created": "created", "order.creation_failed": "creation_failed" } as const;
  return { kind: type === "order.created" || type === "order.creation_failed" ? kinds[type] : "changed", ...found };
}

function matching(pattern: RegExp, value: unknown): string | null {
  return typeof value === "string" && pattern.test(value) ? value : null;
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return null;
  }
}
