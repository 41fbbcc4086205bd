import {
  AdvanceTestClockSchema,
  DomainError,
  formatInstant,
  ref,
  type TestClock,
  TestClockSchema,
} from "@wayfare/contract";
import { runUnitOfWork } from "@wayfare/database";
import { deliveriesChannel } from "@wayfare/webhooks";
import { actorOf } from "../audit/actor.ts";
import { writeAuditEvent } from "../audit/store.ts";
import type { App } from "../http/app-type.ts";
import { getCaller } from "../http/caller.ts";
import { bodyProblems, problemResponses } from "../http/problem-responses.ts";
import type { ResourceDeps } from "../storage/resource-deps.ts";
import { notifyAccessChange } from "../tenancy/access-changes.ts";
import { getTestClockOffset, updateTestClockOffset } from "../tenancy/account-store.ts";

const environments = ["test"] as const;
const tags = ["Test clock"];
/** A hundred years, so that all times can be formatted. */
const maxOffsetMs = 100 * 366 * 86_400_000;

/** Registers the test clock, which advances the time of an account's test data. */
export function registerTestClockRoutes(app: App, { database, clock, accessCache }: ResourceDeps): void {
  app.get(
    "/v1/test/clock",
    {
      config: { access: ["usage.read"], environments, applicationKeys: "shared" },
      schema: {
        operationId: "getTestClock",
        tags,
        summary: "Get the test clock",
        description:
          "Returns the current time of the account's test data, and the offset from real time in seconds. Requires a test key.",
        response: { 200: ref(TestClockSchema), ...problemResponses(["AUTH_ENVIRONMENT_MISMATCH"]) },
      },
    },
    async (request) => toTestClock(clock.nowMs(), await getTestClockOffset(database, getCaller(request).accountId)),
  );
  app.post(
    "/v1/test/clock/advance",
    {
      config: { access: ["usage.write"], environments, applicationKeys: "refused" },
      schema: {
        operationId: "advanceTestClock",
        tags,
        summary: "Advance the test clock",
        description:
          "Advances the clock of the account's test data by a number of seconds. Webhook retries, the validity of secrets, grace periods of keys, and offers behave as if the time had passed. The clock cannot be set back, and can be at most 100 years ahead. Requires a test key without an application.",
        body: ref(AdvanceTestClockSchema),
        response: {
          200: ref(TestClockSchema),
          ...problemResponses([...bodyProblems, "AUTH_ENVIRONMENT_MISMATCH", "STATE_INVALID"]),
        },
      },
    },
    (request) =>
      runUnitOfWork(database, clock.nowMs(), async ({ tx, nowMs, afterCommit }) => {
        const { accountId } = getCaller(request);
        const { seconds } = request.body;
        const before = await getTestClockOffset(tx, accountId, { lock: true });
        const offsetMs = before + seconds * 1000;
        if (offsetMs > maxOffsetMs) {
          throw new DomainError("STATE_INVALID", {
            detail: "The test clock cannot be more than 100 years ahead.",
          });
        }
        await updateTestClockOffset(tx, accountId, offsetMs);
        await writeAuditEvent(tx, {
          accountId,
          environment: "test",
          action: "account.test_clock_advanced",
          actor: actorOf(request),
          subject: { kind: "account", id: accountId },
          details: { seconds, offsetSeconds: offsetMs / 1000 },
          nowMs: nowMs + before,
        });
        await notifyAccessChange(tx, accountId);
        await tx.query("SELECT pg_notify($1, '')", [deliveriesChannel]);
        afterCommit(() => accessCache.invalidate(accountId));
        return toTestClock(nowMs, offsetMs);
      }),
  );
}

function toTestClock(wallMs: number, offsetMs: number): TestClock {
  return { now: formatInstant(wallMs + offsetMs), offsetSeconds: offsetMs / 1000 };
}
