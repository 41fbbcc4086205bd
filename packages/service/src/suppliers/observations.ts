import { formatInstant, type Partition, type SupplierProcess, type SupplyRow } from "@wayfare/contract";
import { sandboxName } from "@wayfare/suppliers";
import type { SearchOutcome } from "../search/supplier-access.ts";

/** Results of suppliers in the searches of this process since it started. */
export class SupplierObservations {
  readonly #nowMs: () => number;
  readonly #observed = new Map<string, SupplierProcess>();

  /** @param nowMs wall clock */
  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  record({ environment, supply }: Pick<SearchOutcome, "environment" | "supply">): void {
    const observedAt = formatInstant(this.#nowMs());
    for (const row of supply) {
      if (row.source === sandboxName) continue;
      const name = `${environment} ${row.source}`;
      this.#observed.set(name, observe(this.#observed.get(name) ?? nothing, row, observedAt));
    }
  }

  /** Returns the observations of a supplier. */
  read(environment: Partition, supplier: string): SupplierProcess {
    return this.#observed.get(`${environment} ${supplier}`) ?? nothing;
  }
}

const nothing: SupplierProcess = {
  searches: 0,
  answered: 0,
  skipped: { budget: 0, breaker: 0, unsupported: 0, busy: 0 },
  circuit: "unknown",
  circuitObservedAt: null,
};

function observe(before: SupplierProcess, { status, reason }: SupplyRow, observedAt: string): SupplierProcess {
  if (status !== "skipped") {
    // The circuit breaker let the call pass, even if it failed.
    const answered = before.answered + (status === "ok" ? 1 : 0);
    const circuit = { circuit: "closed", circuitObservedAt: observedAt } as const;
    return { ...before, searches: before.searches + 1, answered, ...circuit };
  }
  if (reason === null) return before;
  const skipped = { ...before.skipped, [reason]: before.skipped[reason] + 1 };
  if (reason !== "breaker") return { ...before, skipped };
  return { ...before, skipped, circuit: "open", circuitObservedAt: observedAt };
}
