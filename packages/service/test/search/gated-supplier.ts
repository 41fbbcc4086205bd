import type { SuppliedFlight, Supplier } from "@wayfare/suppliers";
import { supplierWith } from "../sample-supply.ts";

export interface GatedSupplier {
  supplier: Supplier;
  /** Number of running searches. */
  running(): number;
  /** Number of searches whose signal was aborted. */
  aborted(): number;
  /** Ends the running and all later searches. */
  answer(): void;
  fail(): void;
}

/** A supplier that answers, or fails, when the test says so. */
export function makeGated(name: string, flights: readonly SuppliedFlight[]): GatedSupplier {
  const gate = Promise.withResolvers<void>();
  gate.promise.catch(() => {});
  let [running, aborted] = [0, 0];
  const supplier = supplierWith(name, async (_query, { signal }) => {
    running++;
    const stopped = Promise.withResolvers<never>();
    signal.addEventListener("abort", () => {
      aborted++;
      stopped.reject(new Error("aborted"));
    });
    await Promise.race([gate.promise, stopped.promise]).finally(() => running--);
    return { flights: [...flights] };
  });
  return {
    supplier,
    running: () => running,
    aborted: () => aborted,
    answer: () => gate.resolve(),
    fail: () => gate.reject(new Error("supplier failed")),
  };
}
