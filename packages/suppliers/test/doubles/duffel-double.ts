import { type DuffelDouble, type PromisedOffers, startDuffelDouble as start } from "@wayfare/demo-suppliers";
import { readOffers } from "../recorded.ts";

export type { DuffelDouble } from "@wayfare/demo-suppliers";

/** Recorded offers of the routes whose behavior Duffel promises in test mode. */
const promisedOffers: PromisedOffers = {
  "PVD-RAI": () => [],
  "LHR-DXB": () => readOffers("duffel/offer-request-sandbox.json.gz").filter(isConnecting),
  "BTS-MRU": () => readOffers("duffel/offers-page-with-cursor.json.gz"),
};

function isConnecting({ slices }: Record<string, unknown>): boolean {
  return Array.isArray(slices) && slices.every((slice) => Object(slice).segments.length > 1);
}

/** Starts a double of Duffel with recorded offers, whose expiry is in the past. */
export function startDuffelDouble(offers: Record<string, unknown>[]): Promise<DuffelDouble> {
  return start(offers, { promisedOffers, ignoresExpiry: true });
}
