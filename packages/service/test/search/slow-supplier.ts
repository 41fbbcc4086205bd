import { makeFlight, supplierWith } from "../sample-supply.ts";

/** A supplier that responds when the test releases it. */
export function makeSlowSupplier() {
  let searching = 0;
  let release = Promise.withResolvers<void>();
  const supplier = supplierWith("slow", async (_query, { signal }) => {
    searching++;
    const aborted = Promise.withResolvers<never>();
    signal.addEventListener("abort", () => aborted.reject(new Error("client disconnected")));
    await Promise.race([release.promise, aborted.promise]).finally(() => searching--);
    return { flights: [makeFlight()] };
  });
  return {
    supplier,
    searching: () => searching,
    release: () => {
      release.resolve();
      release = Promise.withResolvers();
    },
  };
}
