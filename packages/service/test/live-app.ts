import type { Database } from "@wayfare/database";
import { type Capabilities, createLiveSuppliers, type LiveSupplierSetup, sandboxName } from "@wayfare/suppliers";
import { onTestFinished } from "vitest";
import type { TestDatabaseKind } from "../../../tests/databases.ts";
import { adapterOptions, makeEgress } from "../../suppliers/test/doubles/adapter.ts";
import { type DuffelDouble, startDuffelDouble } from "../../suppliers/test/doubles/duffel-double.ts";
import { makeOffer } from "../../suppliers/test/doubles/duffel-offer.ts";
import { type HttpDouble, startHttpDouble } from "../../suppliers/test/doubles/http-double.ts";
import { type IgnavDouble, startIgnavDouble } from "../../suppliers/test/doubles/ignav-double.ts";
import { type SeatsAeroDouble, startSeatsAeroDouble } from "../../suppliers/test/doubles/seats-aero-double.ts";
import type { SupplierDouble } from "../../suppliers/test/doubles/supplier-double.ts";
import { readRecorded } from "../../suppliers/test/recorded.ts";
import { startApp } from "./access-app.ts";
import { liveSecrets, TestAccess } from "./live-access.ts";
import type { RunningApp, RunningAppOptions } from "./running-app.ts";
import { makeFlight, supplierOf, supplyOf } from "./sample-supply.ts";

/** A search for the flights of the doubles. */
export const liveSearch = { origin: "JFK", destination: "LHR", departureDate: "2027-02-10", includeAward: true };

const capabilities: Capabilities = {
  cash: true,
  award: false,
  roundTrips: true,
  cities: true,
  cabins: ["economy", "business"],
  calendar: false,
};

/** The flight of the supplier over HTTP. */
const houseFlight = {
  slices: [
    {
      segments: [
        {
          marketingCarrier: "VS",
          flightNumber: "4",
          origin: "JFK",
          destination: "LHR",
          departureAt: "2027-02-10T18:30:00-05:00",
          arrivalAt: "2027-02-11T06:25:00+00:00",
        },
      ],
    },
  ],
  cash: [
    {
      reference: "fare 4",
      total: { amount: "398.20", currency: "EUR" },
      cabin: "economy",
      segments: [{ cabin: "economy", baggage: { carryOn: 1 } }],
    },
  ],
};

/** Doubles of the live suppliers. */
export interface Doubles {
  duffel: DuffelDouble;
  seats: SeatsAeroDouble;
  ignav: IgnavDouble;
  /** A supplier over HTTP with the name `house`. */
  house: HttpDouble;
  all: SupplierDouble[];
  setup: LiveSupplierSetup;
  close(): Promise<void>;
}

/** An app that searches live suppliers for the owner of a live key. */
export interface LiveApp extends Omit<Doubles, "close"> {
  app: RunningApp;
  database: Database;
  /** Connection string of PostgreSQL; null on PGlite. */
  connectionString: string | null;
  access: TestAccess;
  key: string;
}

/** Starts doubles of the live suppliers on loopback. */
export async function startDoubles(): Promise<Doubles> {
  const duffel = await startDuffelDouble([makeOffer("512.40", "Basic"), makeOffer("640.00", "Main")]);
  const seats = await startSeatsAeroDouble([JSON.parse(readRecorded("seats-aero/search-with-trips.json"))]);
  const ignav = await startIgnavDouble([]);
  const house = await startHttpDouble([houseFlight], liveSecrets.live.house ?? "");
  const all = [duffel.double, seats.double, ignav.double, house.double];
  const setup: LiveSupplierSetup = {
    duffel: { testBaseUrl: duffel.double.url },
    seatsAero: { testBaseUrl: seats.double.url },
    ignav: { testBaseUrl: ignav.double.url },
    http: [{ name: "house", slot: 8, url: house.double.url, capabilities, testMode: false, callCostUsdCents: 0 }],
    scheduleFile: null,
    egress: { allowLoopback: true, allowCidrs: [], ports: [] },
  };
  const close = async () => void (await Promise.all(all.map((double) => double.close())));
  return { duffel, seats, ignav, house, all, setup, close };
}

/** Starts an app with a sandbox of one flight, and the live suppliers of the doubles on the same thread. */
export async function startLiveApp(
  kind: TestDatabaseKind,
  connected: readonly string[],
  options: Partial<RunningAppOptions> = {},
  setup: Partial<LiveSupplierSetup> = {},
): Promise<LiveApp> {
  const { close, ...doubles } = await startDoubles();
  onTestFinished(close);
  const access = new TestAccess(connected);
  const egress = makeEgress();
  onTestFinished(() => egress.close());
  const nowMs = { of: () => Date.now() };
  const { places } = adapterOptions(egress, doubles.duffel.double);
  const sandbox = supplierOf(sandboxName, [makeFlight()]);
  const liveSuppliers = createLiveSuppliers(
    { ...doubles.setup, ...setup },
    { places, egress, nowMs: () => nowMs.of() },
  );
  const supply = {
    ...supplyOf([{ supplier: sandbox, slot: 0, partitions: ["test", "live"] }, ...liveSuppliers]),
    liveSuppliers,
  };
  const { app, database, connectionString } = await startApp(kind, { supply, supplierAccess: access, ...options });
  nowMs.of = () => app.clock.nowMs();
  doubles.duffel.orders.nowMs = nowMs.of;
  doubles.duffel.orders.ignoresExpiry = false;
  const key = await app.makeKey({ environment: "live" });
  return { app, database, connectionString, access, key, ...doubles };
}
