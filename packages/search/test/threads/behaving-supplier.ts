import { once } from "node:events";
import { type SuppliedFlight, type Supplier, SupplierBusy } from "@wayfare/suppliers";
import { makeCash, makeFlight, supplierWith } from "../sample-flights.ts";

/** Limits of a query that select the behavior of the supplier. */
export const behaviors = { crash: 11, fail: 12, hang: 13, busy: 14 } as const;

const flights: SuppliedFlight[] = Array.from({ length: 60 }, (_, n) =>
  makeFlight({ number: String(100 + n), departureMinute: 600 + n, cash: [makeCash(40_000 + n)] }),
);

/** Creates a supplier whose behavior depends on the `limit` of the query, so that a test can select it across threads. */
export function makeBehavingSupplier(crash: () => void): Supplier {
  return supplierWith("sample", async ({ limit }, { signal }) => {
    if (limit === behaviors.crash) crash();
    if (limit === behaviors.fail) throw new TypeError("broken");
    if (limit === behaviors.busy) throw new SupplierBusy("busy");
    if (limit === behaviors.hang) {
      await once(signal, "abort");
      signal.throwIfAborted();
    }
    return { flights };
  });
}
