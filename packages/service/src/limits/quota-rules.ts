import type { Plan } from "@wayfare/contract";

/** How long a process may use its units without renewing them. */
export const leaseMs = 60_000;

/** How long after its end a lease stays live: a report may be on its way. */
export const leaseGraceMs = 15_000;

/** How long after its end the operator may settle a lease: longer than any search that was admitted on it takes. */
export const settleAfterMs = 10 * 60_000;

/** Share of the plan's searches that is leased at a time. */
const blockShare = 0.02;
/** Blocks shrink to this share of the units left: near the end, no process holds units that another could use. */
const aheadShare = 0.0625;

/** Percentages of the included searches that send `usage.threshold`. */
export const thresholds = [80, 100] as const;

/** What stands in the rows, before an exchange. */
export interface QuotaState {
  used: number;
  held: number;
  lost: number;
  lease: { units: number; reported: number; state: "live" | "lost" };
}

/** What a process says of its lease. */
export interface QuotaReport {
  /** Searches of the period that it has answered, ever. Counted from the beginning, so that a report sent twice counts once. */
  used: number;
  /** Units that it keeps: of searches under way and to come. Others that it held and did not use go back. */
  kept: number;
  /** Searches that wait for a unit now. */
  needed: number;
  /** Whether it wants units for searches to come. */
  ahead: boolean;
}

export interface QuotaOutcome {
  used: number;
  held: number;
  lost: number;
  units: number;
  granted: number;
}

/** Units leased at a time. */
export function blockOf({ searchesIncluded }: Plan): number {
  return Math.max(1, Math.round(searchesIncluded * blockShare));
}

/** Settles a report with the rows: the new rows, and how many units the process gets. Never grants past a hard stop. */
export function settleQuota(state: QuotaState, report: QuotaReport, plan: Plan): QuotaOutcome {
  const { lease } = state;
  // A process that was thought dead has come back: what was lost is held again.
  const lost = lease.state === "lost" ? state.lost - lease.units : state.lost;
  const heldByOthers = lease.state === "live" ? state.held - lease.units : state.held;
  const used = state.used + Math.max(0, report.used - lease.reported);
  const left =
    plan.overagePerSearch === null ? plan.searchesIncluded - used - lost - heldByOthers - report.kept : Infinity;
  const block = report.ahead ? blockOf(plan) : 0;
  const ahead = Math.min(Math.max(0, block - report.kept), Math.floor((left - report.needed) * aheadShare));
  const granted = Math.max(0, Math.min(report.needed + Math.max(0, ahead), left));
  const units = report.kept + granted;
  return { used, lost, held: heldByOthers + units, units, granted };
}
