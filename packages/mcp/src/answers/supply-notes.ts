import type { Supply, Warning } from "@wayfare/sdk";

const hourMs = 3_600_000;
/** Age from which supplier data is noted as old. */
const oldHours = 6;

interface Searched {
  supply: readonly Supply[];
  simulated: boolean;
  createdAt: string;
  /** Absent in answers without taxes. */
  warnings?: readonly Warning[];
}

const reasons = {
  budget: "its call budget is used up",
  breaker: "it failed repeatedly",
  unsupported: "it does not support this search",
  busy: "it is busy",
};

/** Describes how far the results of a search can be relied on: simulated data, suppliers that failed, old data, and warnings. */
export function noteSupply({ supply, simulated, createdAt, warnings = [] }: Searched): {
  complete: boolean;
  notes: string[];
} {
  const notes = simulated ? [simulatedNote] : [];
  for (const row of supply) {
    const { source, status, reason, coverage } = row;
    if (status === "skipped") {
      notes.push(
        `Supplier ${source} was skipped: ${reason === null ? "no reason given" : (reasons[reason] ?? reason)}.`,
      );
    } else if (status !== "ok") {
      notes.push(`Supplier ${source} ${status === "timeout" ? "timed out" : "failed"}; its flights are missing.`);
    } else if (coverage !== null && coverage < 1) {
      notes.push(`Supplier ${source} answered ${Math.round(coverage * 100)} % of the search.`);
    }
    const ageHours = ageHoursOf(row, createdAt);
    if (ageHours >= oldHours) notes.push(`Data of supplier ${source} is up to ${ageHours} h old.`);
  }
  notes.push(...warnings.map(({ detail }) => detail));
  const complete = supply.every(
    ({ status, reason, coverage }) =>
      (status === "ok" && (coverage === null || coverage >= 1)) || reason === "unsupported",
  );
  return { complete, notes };
}

/** Note of every answer with flights of the sandbox. */
export const simulatedNote = "Simulated flights and prices of the sandbox: not for real travel.";

function ageHoursOf({ observedAt }: Supply, createdAt: string): number {
  if (observedAt === null) return 0;
  return Math.floor((Date.parse(createdAt) - Date.parse(observedAt)) / hourMs);
}
