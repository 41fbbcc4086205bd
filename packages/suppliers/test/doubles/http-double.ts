import { createHmac } from "node:crypto";
import { type DoubleAnswer, membersOf, type ReceivedRequest, SupplierDouble } from "./supplier-double.ts";

export interface HttpDouble {
  double: SupplierDouble;
  flights: unknown[];
  /** Sends each flight in a separate line. */
  isNdjson: boolean;
}

/** Starts a double of a supplier over HTTP that checks the signature of each request. */
export async function startHttpDouble(flights: unknown[], secret: string): Promise<HttpDouble> {
  const state = { flights, isNdjson: false };
  const double = await SupplierDouble.start((request) => respond(request, state, secret));
  return Object.assign(state, { double });
}

function respond(request: ReceivedRequest, state: Omit<HttpDouble, "double">, secret: string): DoubleAnswer | string {
  const { method, path, body, headers, text } = request;
  const [, timestamp, signature] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers["wayfare-signature"] ?? "")) ?? [];
  const expected = createHmac("sha256", secret).update(`${timestamp}.${text}`).digest("hex");
  if (signature !== expected) return "wrong signature";
  if (headers["wayfare-protocol"] !== "1") return "no protocol version";
  if (method === "POST" && path === "/offers/reprice") return reprice(membersOf(body).reference, state.flights);
  if (method !== "POST" || path !== "/search") return `unknown route ${method} ${path}`;
  const { query } = membersOf(body);
  if (!Array.isArray(membersOf(membersOf(query).origin).airports)) return "no airports";
  if (!state.isNdjson) return { body: JSON.stringify({ flights: state.flights }) };
  const lines = state.flights.map((flight) => `${JSON.stringify({ flights: [flight] })}\n`);
  return { contentType: "application/x-ndjson", body: lines.join("") };
}

function reprice(reference: unknown, flights: readonly unknown[]): DoubleAnswer {
  for (const flight of flights) {
    const { cash, ...rest } = membersOf(flight);
    const offers: unknown[] = Array.isArray(cash) ? cash : [];
    const offer = offers.find((each) => membersOf(each).reference === reference);
    if (offer === undefined) continue;
    return { body: JSON.stringify({ status: "available", flight: { ...rest, cash: [offer] } }) };
  }
  return { body: JSON.stringify({ status: "expired" }) };
}
