import { parentPort } from "node:worker_threads";
import { SupplierRegistry } from "@wayfare/suppliers";
import { createSearchRunner } from "../../src/pipeline/runner.ts";
import { serveSearches } from "../../src/threads/serve-searches.ts";
import { facts } from "../sample-facts.ts";
import { behaviors, makeBehavingSupplier } from "./behaving-supplier.ts";

if (parentPort === null) throw new Error("this module runs in a worker thread");
const suppliers = new SupplierRegistry([
  { supplier: makeBehavingSupplier(() => process.exit(behaviors.crash)), slot: 0, partitions: ["test"] },
]);
serveSearches(createSearchRunner({ ...facts, suppliers }), parentPort);
