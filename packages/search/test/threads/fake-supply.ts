import { repriceBySearch, type SearchContext, type Supplier, SupplierBusy, SupplierRegistry } from "@wayfare/suppliers";
import type { SearchSupply } from "../../src/pipeline/find-flights.ts";
import { facts } from "../sample-facts.ts";
import { makeCash, makeFlight, supplierOf } from "../sample-flights.ts";

/**
 * Counters in shared memory: searches that the fake supplier has started, those that were aborted, permissions to continue late repricing,
 * and its refused admissions.
 */
export const counters = { started: 0, aborted: 1, continued: 2, refused: 3 } as const;

/** Suppliers of a search thread in a test: one of them does what the account's id says. */
export function createFakeSupply(shared: Int32Array): SearchSupply {
  const search: Supplier["search"] = async function* (_, context) {
    Atomics.add(shared, counters.started, 1);
    context.signal.addEventListener("abort", () => Atomics.add(shared, counters.aborted, 1));
    await behave(context);
    yield { flights: [makeFlight({ number: "1", cash: [makeCash(40_000)] }), makeFlight({ number: "2" })] };
    if (context.accountId === "slow-second-batch") await new Promise(() => {});
    yield { flights: [makeFlight({ number: "3" })] };
  };
  const fake: Supplier = {
    ...supplierOf("fake", []),
    search,
    async reprice(reference, context) {
      if (context.accountId === "late") {
        await Atomics.waitAsync(shared, counters.continued, 0).value;
        await context
          .admit(async () => Atomics.add(shared, counters.started, 1))
          .catch(() => Atomics.add(shared, counters.refused, 1));
      }
      return reprice(reference, context);
    },
  };
  const reprice = repriceBySearch(fake);
  const failing: Supplier = {
    ...supplierOf("failing", []),
    search: () => {
      throw new RangeError("planted");
    },
  };
  const metered: Supplier = {
    ...supplierOf("metered", []),
    simulated: false,
    credentials: ["account"],
    async *search(_query, { access, signal, accountId }) {
      for (let calls = 0; calls < 2; calls++) {
        const permit = await access?.budget.acquire(signal);
        if (accountId === "exit-with-permit") process.exit(3);
        const carrier = access?.credential.secret === "secret" ? "DL" : "UA";
        permit?.settle({
          billed: true,
          status: 200,
          tookMs: calls,
          rateLimit: null,
          health: "answered",
          retryAtMs: null,
        });
        yield { flights: [makeFlight({ carrier, number: `${calls}` })] };
      }
    },
  };
  return {
    ...facts,
    suppliers: new SupplierRegistry([
      { supplier: fake, slot: 0, partitions: ["test", "live"] },
      { supplier: failing, slot: 1, partitions: ["live"] },
      { supplier: metered, slot: 2, partitions: ["live"] },
    ]),
  };
}

async function behave({ accountId }: SearchContext): Promise<void> {
  switch (accountId) {
    case "exit":
      return process.exit(3);
    case "throw":
      setImmediate(() => {
        throw new Error("planted crash");
      });
      return new Promise(() => {});
    case "hang":
      return new Promise(() => {});
    case "fail":
      throw new TypeError("planted failure");
    case "busy":
      throw new SupplierBusy("planted");
    default:
  }
}
