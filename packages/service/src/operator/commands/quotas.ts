import { type Clock, formatInstant } from "@wayfare/contract";
import type { Database } from "@wayfare/database";
import { listLostLeases, settleLostLease } from "../../limits/lost-leases.ts";
import type { SettleQuotasInput } from "./input.ts";

/** Quota units that a process had leased when it died. */
export interface LostQuotaLease {
  accountId: string;
  periodStart: string;
  /** The usage journal of the process: `DATA_DIR/usage/…/<journal>.*.log`. */
  journal: string;
  units: number;
  expiredAt: string;
  /** `settled`: the units were returned now. `waiting`: it expired less than 10 minutes ago. `lost`: it can be settled. */
  status: "lost" | "waiting" | "settled";
}

const maxLeases = 1000;

interface SettleDeps {
  database: Database;
  clock: Clock;
  databaseClock?: Clock | undefined;
}

/** Lists lost leases, and settles those that may be settled if the operator declares their journals lost. */
export async function settleQuotas(
  { database, clock, databaseClock }: SettleDeps,
  { accountId, journalsLost = false }: SettleQuotasInput,
): Promise<LostQuotaLease[]> {
  const leases = await listLostLeases(database, { accountId, limit: maxLeases }, databaseClock);
  const listed: LostQuotaLease[] = [];
  for (const lease of leases) {
    const settles = journalsLost && lease.canSettle;
    if (settles) await settleLostLease(database, lease, { clock, database: databaseClock });
    listed.push({
      accountId: lease.accountId,
      periodStart: formatInstant(lease.periodStartMs),
      journal: lease.holder,
      units: lease.units,
      expiredAt: formatInstant(lease.expiredAtMs),
      status: settles ? "settled" : lease.canSettle ? "lost" : "waiting",
    });
  }
  return listed;
}
