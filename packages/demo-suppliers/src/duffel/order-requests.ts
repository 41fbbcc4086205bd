import { findUnknown, membersOf } from "../server/supplier-double.ts";
import type { DuffelError } from "./answers.ts";
import { findPassengerErrors } from "./passengers.ts";

/*
 * Rules for the body of `POST /air/orders` (`CreateOrder` in `OrdersTypes.ts` of duffelhq/duffel-api-javascript,
 * https://duffel.com/docs/api/v2/orders, read in November 2026).
 */

const members = ["type", "selected_offers", "services", "payments", "passengers", "metadata", "users"];
const paymentTypes: readonly unknown[] = ["balance", "arc_bsp_cash", "card"];
/** An airline takes up to nine passengers in an order. */
const maxPassengers = 9;
const metadataLimits = { pairs: 50, key: 40, value: 500 } as const;

/** An order request without errors. */
export interface OrderRequest {
  offerId: string;
  passengers: Record<string, unknown>[];
  payment: { amount: string; currency: string; type: string };
  metadata: Record<string, unknown>;
}

/** Returns the id of the offer; a text for a request that the double does not support. */
export function readOfferId(body: unknown): { offerId: string } | DuffelError[] | string {
  const { data } = membersOf(body);
  if (data === undefined) return [{ code: "missing_data_param", message: "data is missing" }];
  const unknown = findUnknown(data, members);
  if (unknown !== undefined) return unknown;
  const { selected_offers: selected, type = "instant" } = membersOf(data);
  if (type === "hold") return "hold orders are not supported by this double";
  if (type !== "instant") return [invalid("validation_inclusion", "type")];
  if (!Array.isArray(selected) || selected.length !== 1) return [invalid("validation_length", "selected_offers")];
  return { offerId: String(selected[0]) };
}

/** Reads the rest of a request for an order of an offer. */
export function readOrderRequest(body: unknown, offer: Record<string, unknown>): OrderRequest | DuffelError[] | string {
  const data = membersOf(membersOf(body).data);
  const { payments, passengers, metadata = {}, services = [] } = data;
  if (!Array.isArray(services) || services.length > 0) return "services are not supported by this double";
  if (!Array.isArray(payments) || payments.length !== 1) return [invalid("validation_length", "payments")];
  const payment = membersOf(payments[0]);
  const unknown = findUnknown(payment, ["type", "amount", "currency", "three_d_secure_session_id"]);
  if (unknown !== undefined) return unknown;
  if (!Array.isArray(passengers) || passengers.length === 0 || passengers.length > maxPassengers)
    return [invalid("validation_length", "passengers")];
  const found = findPassengerErrors(offer, passengers);
  if (typeof found === "string") return found;
  const errors = [...found, ...findPaymentErrors(payment), ...findMetadataErrors(metadata)];
  if (errors.length > 0) return errors;
  return {
    offerId: String(offer.id),
    passengers: passengers.map(membersOf),
    payment: { amount: String(payment.amount), currency: String(payment.currency), type: String(payment.type) },
    metadata: membersOf(metadata),
  };
}

function findPaymentErrors({ type, amount, currency }: Record<string, unknown>): DuffelError[] {
  const wrong = [
    ["type", paymentTypes.includes(type), "validation_inclusion"],
    ["amount", typeof amount === "string" && /^\d+(?:\.\d{1,3})?$/.test(amount), "validation_format"],
    ["currency", typeof currency === "string" && /^[A-Z]{3}$/.test(currency), "validation_format"],
  ] as const;
  return wrong.filter(([, isRight]) => !isRight).map(([member, , code]) => invalid(code, `payments/0/${member}`));
}

/** Metadata has up to 50 pairs of texts: keys up to 40 characters, values up to 500. */
function findMetadataErrors(metadata: unknown): DuffelError[] {
  const pairs = Object.entries(membersOf(metadata));
  const isRight =
    typeof metadata === "object" &&
    pairs.length <= metadataLimits.pairs &&
    pairs.every(
      ([key, value]) =>
        key.length <= metadataLimits.key && typeof value === "string" && value.length <= metadataLimits.value,
    );
  return isRight ? [] : [invalid("validation_length", "metadata")];
}

function invalid(code: string, member: string): DuffelError {
  return { code, message: `${member} is not valid`, pointer: `/data/${member}` };
}
