import type { GuardedClient } from "@wayfare/egress";
import {
  createDuffelSupplier,
  createHttpSupplier,
  createIgnavSupplier,
  createSeatsAeroSupplier,
  type Supplier,
} from "@wayfare/suppliers";
import { readOffers, readRecorded } from "../recorded.ts";
import { adapterOptions } from "./adapter.ts";
import { startDuffelDouble } from "./duffel-double.ts";
import { startHttpDouble } from "./http-double.ts";
import { startIgnavDouble } from "./ignav-double.ts";
import { startSeatsAeroDouble } from "./seats-aero-double.ts";
import type { SupplierDouble } from "./supplier-double.ts";

/** An adapter with its double and its credential. */
export interface AdapterWithDouble {
  supplier: Supplier;
  double: SupplierDouble;
  secret: string;
}

/** Starts a double of every supplier, each with its adapter. */
export async function openAllAdapters(egress: GuardedClient): Promise<AdapterWithDouble[]> {
  const duffel = await startDuffelDouble(readOffers("duffel/offer-request-test-mode.json"));
  const seats = await startSeatsAeroDouble([JSON.parse(readRecorded("seats-aero/search-with-trips.json"))]);
  const ignav = await startIgnavDouble(JSON.parse(readRecorded("ignav/one-way.json")).itineraries);
  const httpSecret = "a secret of thirty-two characters";
  const http = await startHttpDouble([], httpSecret);
  const { baseUrl: url, ...options } = adapterOptions(egress, http.double);
  const capabilities = createDuffelSupplier(adapterOptions(egress, duffel.double)).capabilities;
  return [
    {
      supplier: createDuffelSupplier(adapterOptions(egress, duffel.double)),
      double: duffel.double,
      secret: "duffel_live_9f8e7d6c5b4a",
    },
    {
      supplier: createSeatsAeroSupplier(adapterOptions(egress, seats.double)),
      double: seats.double,
      secret: "pro_9f8e7d6c5b4a",
    },
    {
      supplier: createIgnavSupplier(adapterOptions(egress, ignav.double)),
      double: ignav.double,
      secret: "ign_key_9f8e7d6c5b4a",
    },
    {
      supplier: createHttpSupplier({ ...options, url, name: "house", capabilities }),
      double: http.double,
      secret: httpSecret,
    },
  ];
}
