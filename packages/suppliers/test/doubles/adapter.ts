import { createGuardedClient, type GuardedClient } from "@wayfare/egress";
import type { SearchQuery, SuppliedFlight, Supplier } from "@wayfare/suppliers";
import { accessOf, type Conformant, type WireAnswer, type WireControl } from "../conformance.ts";
import { places } from "../places.ts";
import type { SupplierDouble } from "./supplier-double.ts";

/** Time of the searches of the recorded answers. */
export const searchedAtMs = Date.UTC(2026, 10, 21, 12);

/** Creates a guarded client for doubles on loopback. */
export function makeEgress(): GuardedClient {
  return createGuardedClient({
    rules: { allowLoopback: true, allowCidrs: [], ports: [] },
    timeoutMs: 60_000,
    maxBodyBytes: 1000,
  });
}

/** Options of an adapter in a test. A test's budget has no breaker. */
export function adapterOptions(egress: GuardedClient, { url }: Pick<SupplierDouble, "url">) {
  return { egress, nowMs: () => searchedAtMs, places, baseUrl: url };
}

/** Runs a search with a credential. */
export async function searchWith(
  supplier: Supplier,
  query: SearchQuery,
  {
    secret,
    partition = "live",
    maxCalls = 100,
    ...context
  }: { secret: string; partition?: "test" | "live"; maxCalls?: number } & Partial<Parameters<Supplier["search"]>[1]>,
): Promise<{ flights: SuppliedFlight[]; batches: number; coverage: number | null | undefined }> {
  const flights: SuppliedFlight[] = [];
  let [batches, coverage]: [number, number | null | undefined] = [0, undefined];
  const access = accessOf({ secret, partition }, maxCalls);
  const signal = new AbortController().signal;
  for await (const batch of supplier.search(query, { searchedAtMs, deadlineMs: 30_000, signal, access, ...context })) {
    flights.push(...batch.flights);
    if (batch.flights.length > 0) batches++;
    if (batch.coverage !== undefined) coverage = batch.coverage;
  }
  return { flights, batches, coverage };
}

/** Makes the subject of the conformance suite of an adapter with its double. */
export function toConformant(
  { supplier, double, egress }: { supplier: Supplier; double: SupplierDouble; egress: GuardedClient },
  { query, ...wire }: Pick<WireControl, "good" | "secret" | "partition"> & { query: SearchQuery },
): Conformant {
  return {
    supplier,
    query,
    searchedAtMs,
    wire: { ...wire, answer: (answer) => misbehave(double, answer), calls: () => double.requests.length },
    logs: () => "",
    async close() {
      await double.close();
      await egress.close();
    },
  };
}

function misbehave(double: SupplierDouble, answer: WireAnswer): void {
  if (answer === "hang") double.misbehavior = { kind: "hang" };
  else if (answer === "break") double.misbehavior = { kind: "reset" };
  else double.misbehavior = { kind: "answer", answer };
}
