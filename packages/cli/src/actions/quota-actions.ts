import { type LostQuotaLease, parseSettleQuotasInput, withOperator } from "@wayfare/service";
import { parseSettings } from "@wayfare/settings";
import type { QuotaActions } from "../commands/quotas-command.ts";

/** Action of `wayfare quotas`. Arguments are validated before a database is opened. */
export function makeQuotaActions({ stdout }: { stdout: { write(text: string): unknown } }): QuotaActions {
  return {
    async settleQuotas(sources, args, { json }) {
      const settings = parseSettings(sources);
      const input = parseSettleQuotasInput(args);
      const data = await withOperator(settings, (operator) => operator.settleQuotas(input));
      stdout.write(json ? `${JSON.stringify({ data }, null, 2)}\n` : renderLeases(data));
    },
  };
}

function renderLeases(leases: readonly LostQuotaLease[]): string {
  if (leases.length === 0) return "No lost quota leases.\n";
  const lines = leases.map(({ accountId, periodStart, journal, units, expiredAt, status }) =>
    [accountId, periodStart, journal, String(units).padStart(6), expiredAt, status].join("  "),
  );
  const hint = leases.some(({ status }) => status === "lost")
    ? "\nRestart their processes on the same DATA_DIR to settle them, or run this command with --journals-lost.\n"
    : "";
  return `${["ACCOUNT, PERIOD, JOURNAL, UNITS, EXPIRED, STATUS", ...lines].join("\n")}\n${hint}`;
}
