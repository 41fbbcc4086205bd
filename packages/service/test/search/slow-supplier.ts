import { makeFlight, supplierWith } from "../sample-supply.ts";

/** A supplier that answers when the test says so. */
export function makeSlowSupplier() {
  let searching = 0;
  let release = Promise.withResolvers<void>();
  const supplier = supplierWith("slow", async (_query, { signal }) => {
    searching++;
    const gone = Promise.withResolvers<never>();
    signal.addEventListener("abort", () => gone.reject(new Error("the caller went away")));
    await Promise.race([release.promise, gone.promise]).finally(() => searching--);
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
