import { readFile } from "node:fs/promises";
import type { GuardedClient } from "@wayfare/egress";
import {
  createLiveSuppliers,
  createSchedule,
  type ExchangeRate,
  type LiveSupplierSetup,
  type Registration,
  readExchangeRatesFile,
  readScheduleFile,
  type SupplierPlaces,
  SupplierRegistry,
  useExchangeRates,
} from "@wayfare/suppliers";

/** The live suppliers of a search thread, with the contents of the operator's files. */
export interface LiveSupply {
  setup: LiveSupplierSetup;
  /** Contents of the schedule file; null without one. */
  schedule: string | null;
  /** Exchange rates of the operator. */
  rates: readonly ExchangeRate[];
}

/** Limits of calls that do not set their own. */
const timeoutMs = 60_000;
const maxBodyBytes = 64 * 1024;

/**
 * Loads the live suppliers of a deployment.
 *
 * @throws Error that names the fault of the schedule file, every bad line of the exchange rates, or the fault of the setup.
 */
export async function loadLiveSupply(setup: LiveSupplierSetup, places: SupplierPlaces): Promise<LiveSupply> {
  const { scheduleFile, exchangeRatesFile = null } = setup;
  const live = {
    setup,
    schedule: scheduleFile === null ? null : await readSchedule(scheduleFile),
    rates: exchangeRatesFile === null ? [] : await readExchangeRates(exchangeRatesFile),
  };
  // A fault of the setup is reported here, once, instead of by every thread.
  const egress = await openEgress(setup);
  const registrations = createRegistrations({ setup, schedule: null }, { places, egress });
  await egress.close();
  checkRegistrations(registrations);
  return live;
}

/** Creates the live suppliers of the main thread, which lists them and checks credentials. The thread uses the operator's exchange rates. */
export async function openCheckedSuppliers(
  live: LiveSupply,
  places: SupplierPlaces,
): Promise<{ suppliers: Registration[]; close: () => Promise<void> }> {
  useExchangeRates(live.rates);
  const egress = await openEgress(live.setup);
  const suppliers = createRegistrations({ setup: live.setup, schedule: null }, { places, egress });
  return { suppliers, close: () => egress.close() };
}

/**
 * Creates the live suppliers of a search thread, which uses the operator's exchange rates from then on. The HTTP client is loaded by the
 * first call: most threads of most deployments make none.
 */
export function openLiveSuppliers(live: LiveSupply, places: SupplierPlaces): Registration[] {
  useExchangeRates(live.rates);
  let opened: Promise<GuardedClient> | undefined;
  const open = (): Promise<GuardedClient> =>
    (opened ??= openEgress(live.setup).catch((error: unknown) => {
      // The next call tries again.
      opened = undefined;
      throw error;
    }));
  const egress: GuardedClient = {
    send: async (request) => (await open()).send(request),
    close: async () => (await opened)?.close(),
  };
  return createRegistrations(live, { places, egress });
}

async function openEgress({ egress: rules }: LiveSupplierSetup): Promise<GuardedClient> {
  const { createGuardedClient } = await import("@wayfare/egress");
  return createGuardedClient({ rules, timeoutMs, maxBodyBytes });
}

function createRegistrations(
  { setup, schedule }: Pick<LiveSupply, "setup" | "schedule">,
  { places, egress }: { places: SupplierPlaces; egress: GuardedClient },
): Registration[] {
  return createLiveSuppliers(setup, {
    places,
    egress,
    nowMs: () => Date.now(),
    ...(schedule === null ? {} : { schedule: createSchedule(readScheduleFile(schedule), places) }),
  });
}

/** @throws RangeError if two suppliers have one name or slot */
function checkRegistrations(registrations: readonly Registration[]): void {
  void new SupplierRegistry(registrations);
}

async function readSchedule(path: string): Promise<string> {
  try {
    const text = await readFile(path, "utf8");
    readScheduleFile(text);
    return text;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`cannot read the schedule of the suppliers, ${path}: ${reason}`, { cause: error });
  }
}

async function readExchangeRates(path: string): Promise<ExchangeRate[]> {
  try {
    return readExchangeRatesFile(await readFile(path, "utf8"));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`cannot read EXCHANGE_RATES_FILE ${path}: ${reason}`, { cause: error });
  }
}
