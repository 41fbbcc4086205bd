import { describe, expect, test } from "vitest";
import { testDatabaseKinds } from "../../../../tests/databases.ts";
import { recordPaymentFailure } from "../../src/collection/receive-payment.ts";
import { runDueSteps } from "../../src/dunning/due-steps.ts";
import { lockBilling } from "../../src/dunning/lock-billing.ts";
import type { DunningNotice } from "../../src/options/ports.ts";
import { startBilling, startMs, testBilling } from "../test-billing.ts";

const dayMs = 86_400_000;

describe.each(testDatabaseKinds)("on %s", (kind) => {
  test("reports a failed payment, an overdue invoice and the end of a live subscription once each, and nothing of test data", async () => {
    const { database, owner, subscribe } = await startBilling(kind);
    await subscribe();
    await subscribe({ ...owner, environment: "test" });
    const notices: DunningNotice[] = [];
    const notify = (_db: unknown, notice: DunningNotice) => Promise.resolve(void notices.push(notice));
    const options = { ...testBilling, ports: { ...testBilling.ports, notify } };
    const rows = await database.query<{ id: string; environment: "test" | "live" }>(
      "SELECT id, environment FROM invoices WHERE account_id = $1 ORDER BY id LIMIT 10",
      [owner.accountId],
    );
    for (const { id, environment } of rows) {
      await database.transaction(async (tx) => {
        const billing = await lockBilling({ tx, nowMs: startMs }, { ...owner, environment }, options);
        await recordPaymentFailure(billing, id, "card_declined");
      });
    }
    for (let day = 0; day <= 40; day++) await runDueSteps(database, { options, wallMs: startMs + day * dayMs });
    expect(notices.map(({ environment, step, nowMs }) => [environment, step.kind, (nowMs - startMs) / dayMs])).toEqual([
      ["live", "payment_failed", 0],
      ["live", "overdue", 14],
      ["live", "ended", 28],
    ]);
    expect(notices[1]?.step).toEqual({ kind: "overdue", endsAtMs: startMs + 28 * dayMs });
  });
});
