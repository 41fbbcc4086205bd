import { type LostQuotaLease, parseQuotaOrder, parseSettings, withOperator } from "@wayfare/service";
import type { QuotaActions } from "../commands/quotas-command.ts";

/** `wayfare quotas` over the service: arguments are checked before a database is opened. */
export function makeQuotaActions({ stdout }: { stdout: { write(text: string): unknown } }): QuotaActions {
  return {
    async settleQuotas(sources, given, { json }) {
      const settings = parseSettings(sources);
      const order = parseQuotaOrder(given);
      const data = await withOperator(settings, (operator) => operator.settleQuotas(order));
      stdout.write(json ? `${JSON.stringify({ data }, null, 2)}\n` : renderLeases(data));
    },
  };
}

function renderLeases(leases: readonly LostQuotaLease[]): string {
  if (leases.length === 0) return "No quota leases are lost.\n";
  const lines = leases.map(({ accountId, periodStart, journal, units, expiredAt, status }) =>
    [accountId, periodStart, journal, String(units).padStart(6), expiredAt, status].join("  "),
  );
  const hint = leases.some(({ status }) => status === "lost")
    ? "\nStart their processes again on the same DATA_DIR to settle them, or run this with --journals-lost.\n"
    : "";
  return `${["ACCOUNT, PERIOD, JOURNAL, UNITS, EXPIRED, STATUS", ...lines].join("\n")}\n${hint}`;
}
