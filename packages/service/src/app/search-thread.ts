import { parentPort, workerData } from "node:worker_threads";
import { CpuScheduler } from "@wayfare/concurrency";
import type { TimeZones } from "@wayfare/engine";
import { createSearchRunner, serveSearches } from "@wayfare/search";
import { createSandboxSupplier, type SandboxWorld, SupplierRegistry, sandboxSlot } from "@wayfare/suppliers";
import { startTracing } from "@wayfare/telemetry";
import { loadFacts } from "@wayfare/world";
import { type LiveSupply, openLiveSuppliers } from "./live-supply.ts";
import { describeAirport } from "./sandbox-places.ts";
import { describeFacts } from "./search-facts.ts";
import { describeSupplierPlaces } from "./supplier-places.ts";
import type { TracingSettings } from "./tracing.ts";

/** Data that a search thread starts with. */
export interface SearchThreadData {
  sandbox: SandboxWorld;
  /** Null for a deployment without live suppliers. */
  live: LiveSupply | null;
  /** Time zones of TZ_DATA, which only the main thread reads; null for those of the facts. */
  timeZones: TimeZones | null;
  /** Undefined if traces are not recorded. */
  tracing: TracingSettings | undefined;
}

const { sandbox, live, timeZones, tracing }: SearchThreadData = workerData;
if (tracing !== undefined) startTracing(tracing);
const facts = loadFacts(timeZones ?? undefined);
const cpu = new CpuScheduler();

if (parentPort === null) throw new Error("this module runs in a worker thread");
serveSearches(
  createSearchRunner(
    {
      suppliers: new SupplierRegistry([
        { supplier: createSandboxSupplier(sandbox, { cpu }), slot: sandboxSlot, partitions: ["test", "live"] },
        ...(live === null ? [] : openLiveSuppliers(live, describeSupplierPlaces(facts))),
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
