import { type GuardedClient, type GuardRules, isLoopbackAddress } from "@wayfare/egress";
import { createDuffelSupplier } from "../duffel/duffel-supplier.ts";
import { createHttpSupplier } from "../http/http-supplier.ts";
import { createIgnavSupplier } from "../ignav/ignav-supplier.ts";
import type { Capabilities, SupplierPlaces } from "../port/port.ts";
import { type Registration, supplierSlots } from "../registry/registry.ts";
import type { Schedule } from "../schedule/schedule.ts";
import { createSeatsAeroSupplier } from "../seats-aero/seats-aero-supplier.ts";
import type { Margin } from "../wire/margin.ts";

/** Slots of the adapters that are part of this package. */
export const liveSupplierSlots = { duffel: 1, seatsAero: 2, ignav: 3 } as const;

/** The first slot of suppliers over HTTP; the last one is the last of all. */
export const firstHttpSlot = 8;

/** Options of an adapter of this package. */
export interface LiveSupplierOptions {
  /** Base URL of a proxy, a mock or a test: https, or http to loopback. */
  baseUrl?: string;
}

/** A supplier over HTTP, from the operator's settings. Its secret is a credential, not a part of the setup. */
export interface HttpSupplierSetup {
  /** The `source` of its offers: lower-case letters, digits and dashes. */
  name: string;
  /** Permanent, 8–63. */
  slot: number;
  /** Base URL, without a slash at its end. */
  url: string;
  capabilities: Capabilities;
  /** True if its flights for test keys are simulated. */
  testMode: boolean;
  /** Cost of one call in US cents. */
  callCostUsdCents: number;
}

/** The live suppliers of a deployment, without credentials. Can be passed to other threads. */
export interface LiveSupplierSetup {
  /** False leaves the supplier out, true registers it. A search includes it only with a credential. */
  duffel: boolean | LiveSupplierOptions;
  seatsAero: boolean | LiveSupplierOptions;
  ignav: boolean | LiveSupplierOptions;
  http: readonly HttpSupplierSetup[];
  /** Margin on the offers of suppliers that take orders; none if absent. */
  margin?: Margin;
  /** Milliseconds that Duffel waits for each airline; its default if absent. */
  duffelSupplierTimeoutMs?: number;
  /** Path of the operator's schedule (docs/suppliers/README.md); null for none. */
  scheduleFile: string | null;
  /** Path of the operator's exchange rates (docs/suppliers/README.md); absent or null for none. */
  exchangeRatesFile?: string | null;
  /** Addresses that calls to suppliers can reach. */
  egress: GuardRules;
}

/** Parts of the process that the adapters share. */
export interface LiveSupplierFacts {
  places: SupplierPlaces;
  /** Client of all calls, with the rules of the setup. */
  egress: GuardedClient;
  /** Wall clock in milliseconds. */
  nowMs: () => number;
  /** The operator's schedule, read from the file of the setup. */
  schedule?: Schedule;
}

/**
 * Creates the live suppliers of a deployment.
 *
 * @throws RangeError if a base URL is plain http outside of loopback, or the name or slot of a supplier over HTTP is reserved.
 */
export function createLiveSuppliers(
  {
    duffel,
    seatsAero,
    ignav,
    http,
    margin,
    duffelSupplierTimeoutMs,
  }: Omit<LiveSupplierSetup, "scheduleFile" | "exchangeRatesFile" | "egress">,
  { places, egress, nowMs, schedule }: LiveSupplierFacts,
): Registration[] {
  const shared = { places, egress, nowMs };
  const registrations: Registration[] = [];
  if (duffel !== false) {
    const supplier = createDuffelSupplier({
      ...shared,
      ...(margin === undefined ? {} : { margin }),
      ...urlOption(duffel),
      ...(duffelSupplierTimeoutMs === undefined ? {} : { supplierTimeoutMs: duffelSupplierTimeoutMs }),
    });
    registrations.push({ supplier, slot: liveSupplierSlots.duffel, partitions: ["test", "live"] });
  }
  if (seatsAero !== false) {
    const supplier = createSeatsAeroSupplier({
      ...shared,
      ...(schedule === undefined ? {} : { schedule }),
      ...urlOption(seatsAero),
    });
    registrations.push({ supplier, slot: liveSupplierSlots.seatsAero, partitions: ["live"] });
  }
  if (ignav !== false) {
    const supplier = createIgnavSupplier({ ...shared, ...urlOption(ignav) });
    registrations.push({ supplier, slot: liveSupplierSlots.ignav, partitions: ["live"] });
  }
  for (const { slot, ...options } of http) {
    checkHttpSlot(options.name, slot);
    const supplier = createHttpSupplier({ ...shared, ...options });
    registrations.push({ supplier, slot, partitions: options.testMode ? ["test", "live"] : ["live"] });
  }
  return registrations;
}

function urlOption(options: true | LiveSupplierOptions): LiveSupplierOptions {
  if (options === true || options.baseUrl === undefined) return {};
  const { baseUrl } = options;
  const { protocol, hostname } = new URL(baseUrl);
  const isLoopback = /(?:^|[.])localhost$/.test(hostname) || isLoopbackAddress(hostname.replace(/^\[(.*)\]$/, "$1"));
  // A credential would be sent to it in plain text.
  if (protocol !== "https:" && !isLoopback) throw new RangeError("a supplier's URL is neither https nor on loopback");
  return { baseUrl };
}

function checkHttpSlot(name: string, slot: number): void {
  if (slot >= firstHttpSlot && slot < supplierSlots) return;
  throw new RangeError(`slot ${slot} of supplier ${name} is not between ${firstHttpSlot} and ${supplierSlots - 1}`);
}
