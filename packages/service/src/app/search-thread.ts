import { parentPort, workerData } from "node:worker_threads";
import { CpuScheduler } from "@wayfare/concurrency";
import { createSearchRunner, serveSearches } from "@wayfare/search";
import { createSandboxSupplier, type SandboxWorld, SupplierRegistry } from "@wayfare/suppliers";
import { loadFacts } from "@wayfare/world";
import { describeAirport } from "./sandbox-places.ts";
import { describeFacts } from "./search-facts.ts";

/** Data that a search thread starts with. */
export interface SearchThreadData {
  sandbox: SandboxWorld;
}

const { sandbox }: SearchThreadData = workerData;
const facts = loadFacts();
const cpu = new CpuScheduler();

if (parentPort === null) throw new Error("this module runs in a worker thread");
serveSearches(
  createSearchRunner(
    {
      suppliers: new SupplierRegistry([
        { supplier: createSandboxSupplier(sandbox, { cpu }), slot: 0, partitions: ["test", "live"] },
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
