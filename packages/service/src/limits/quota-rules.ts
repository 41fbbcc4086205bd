import type { Plan } from "@wayfare/contract";

/** Duration of a quota lease without renewal. */
export const leaseMs = 60_000;

/** Grace period after which an expired lease counts as lost; a report may be in transit. */
export const leaseGraceMs = 15_000;

/** Time after expiry at which the operator may settle a lease; longer than any search admitted under it takes. */
export const settleAfterMs = 10 * 60_000;

/** Units per lease, as a share of the plan's included searches. */
const blockShare = 0.02;
/** Upper bound of a lease as a share of the remaining units, so that near the end no process holds units that another could use. */
const aheadShare = 0.0625;

/** Usage thresholds in percent of the included searches that trigger `usage.threshold`. */
export const thresholds = [80, 100] as const;

/** Quota and lease rows before an exchange. */
export interface QuotaState {
  used: number;
  held: number;
  lost: number;
  lease: { units: number; reported: number; state: "live" | "lost" };
}

/** Report of a process on its lease. */
export interface QuotaReport {
  /** Searches of the period completed by this process, cumulative, so that a repeated report counts once. */
  used: number;
  /** Units it keeps, for running and future searches. Other leased units that it did not use are returned. */
  kept: number;
  /** Searches currently waiting for a unit. */
  needed: number;
  /** True if it wants units for future searches. */
  ahead: boolean;
}

export interface QuotaOutcome {
  used: number;
  held: number;
  lost: number;
  units: number;
  granted: number;
}

/** Returns the number of units per lease. */
export function blockOf({ searchesIncluded }: Plan): number {
  return Math.max(1, Math.round(searchesIncluded * blockShare));
}

/** Applies a report to the rows. Returns the new values and the granted units. Never grants beyond a hard limit. */
export function settleQuota(state: QuotaState, report: QuotaReport, plan: Plan): QuotaOutcome {
  const { lease } = state;
  // The process of a lost lease is alive: its lost units are leased again.
  const lost = lease.state === "lost" ? state.lost - lease.units : state.lost;
  const heldByOthers = lease.state === "live" ? state.held - lease.units : state.held;
  const used = state.used + Math.max(0, report.used - lease.reported);
  const left =
    plan.quotaBehavior === "hard_stop" ? plan.searchesIncluded - used - lost - heldByOthers - report.kept : Infinity;
  const block = report.ahead ? blockOf(plan) : 0;
  const ahead = Math.min(Math.max(0, block - report.kept), Math.floor((left - report.needed) * aheadShare));
  const granted = Math.max(0, Math.min(report.needed + Math.max(0, ahead), left));
  const units = report.kept + granted;
  return { used, lost, held: heldByOthers + units, units, granted };
}
