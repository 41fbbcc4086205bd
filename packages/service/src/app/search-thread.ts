import { parentPort, workerData } from "node:worker_threads";
import { CpuScheduler } from "@wayfare/concurrency";
import { createSearchRunner, serveSearches } from "@wayfare/search";
import {
  createSandboxSupplier,
  type Registration,
  type SandboxWorld,
  SupplierRegistry,
  sandboxSlot,
} from "@wayfare/suppliers";
import { startTracing } from "@wayfare/telemetry";
import { type Facts, openFacts } from "@wayfare/world";
import type { LiveSupply } from "./live-supply.ts";
import { describeAirport } from "./sandbox-places.ts";
import { describeFacts } from "./search-facts.ts";
import type { TracingSettings } from "./tracing.ts";

/** Data that a search thread starts with. */
export interface SearchThreadData {
  /** The world, which the main thread has opened. */
  sandbox: SandboxWorld;
  /** Prepared facts, which the main thread has opened. */
  facts: SharedArrayBuffer;
  /** Null for a deployment without live suppliers. */
  live: LiveSupply | null;
  /** Undefined if traces are not recorded. */
  tracing: TracingSettings | undefined;
}

const { sandbox, live, facts: prepared, tracing }: SearchThreadData = workerData;
if (tracing !== undefined) startTracing(tracing);
const facts = openFacts(prepared, { isChecked: true });
const cpu = new CpuScheduler();

/** The modules of live suppliers, with their HTTP client, are loaded only for a deployment that has some. */
async function openLive(supply: LiveSupply, known: Facts): Promise<Registration[]> {
  const [{ openLiveSuppliers }, { describeSupplierPlaces }] = await Promise.all([
    import("./live-supply.ts"),
    import("./supplier-places.ts"),
  ]);
  return openLiveSuppliers(supply, describeSupplierPlaces(known));
}

if (parentPort === null) throw new Error("this module runs in a worker thread");
serveSearches(
  createSearchRunner(
    {
      suppliers: new SupplierRegistry([
        {
          supplier: createSandboxSupplier(sandbox, { cpu, isChecked: true }),
          slot: sandboxSlot,
          partitions: ["test", "live"],
        },
        ...(live === null ? [] : await openLive(live, facts)),
      ]),
      gazetteer: {
        findAirport(code) {
          const airport = facts.airports.get(code);
          return airport && describeAirport(airport);
        },
      },
      dictionary: describeFacts(facts),
    },
    { cpu },
  ),
  parentPort,
);
