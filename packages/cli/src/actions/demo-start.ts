import type { DemoSuppliers } from "@wayfare/demo-suppliers";
import { parseSettings, type Settings } from "@wayfare/settings";
import type { SettingSources } from "../commands/setting-flags.ts";

/** Settings of real suppliers, by variable. */
const supplierSettings = {
  DUFFEL_TOKEN: "duffelToken",
  DUFFEL_TEST_TOKEN: "duffelTestToken",
  DUFFEL_URL: "duffelUrl",
  SEATS_AERO_URL: "seatsAeroUrl",
  IGNAV_KEY: "ignavKey",
  IGNAV_URL: "ignavUrl",
  SUPPLIERS_FILE: "suppliersFile",
} as const satisfies Record<string, keyof Settings>;

const loopbackHosts: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "::1"]);

/** A start with demo suppliers. */
export interface DemoStart {
  settings: Settings;
  suppliers: DemoSuppliers;
  /** Line of the start banner. */
  supply: string;
}

/**
 * Starts the demo suppliers, and returns the settings of a service that uses them.
 *
 * @param given settings of `sources`, for which `findDemoFault` found none
 * @throws Error if TZ_DATA is unusable
 */
export async function startDemo(sources: SettingSources, given: Settings): Promise<DemoStart> {
  const [{ startDemoSuppliers }, { loadFactsOf }] = await Promise.all([
    import("@wayfare/demo-suppliers"),
    import("@wayfare/service"),
  ]);
  const suppliers = await startDemoSuppliers({ facts: loadFactsOf(given) });
  try {
    const environment = { ...sources.environment, ...suppliers.environment };
    const settings = parseSettings({ ...sources, environment });
    const supply =
      "sandbox, and demo suppliers (Duffel, seats.aero and Ignav are simulated; nothing is booked or paid)";
    return { settings, suppliers, supply };
  } catch (error) {
    await suppliers.close();
    throw error;
  }
}

/** Returns why a service with these settings cannot have demo suppliers; null if it can. */
export function findDemoFault(settings: Settings): string | null {
  const real = Object.entries(supplierSettings).filter(([, name]) => settings[name] !== null);
  if (real.length > 0) {
    const names = real.map(([variable]) => variable).join(", ");
    return `--demo-suppliers cannot be used together with real suppliers. Remove ${names}.`;
  }
  if (settings.databaseUrl !== null) {
    return "--demo-suppliers is for a trial on your own machine. Remove DATABASE_URL, whose customers would see simulated flights.";
  }
  const { hostname } = new URL(settings.publicUrl ?? "http://localhost");
  if (!loopbackHosts.has(settings.host) || !loopbackHosts.has(hostname.replace(/^\[(.*)\]$/, "$1"))) {
    return "--demo-suppliers is for a trial on your own machine. HOST and PUBLIC_URL must be on loopback.";
  }
  return null;
}
