import {
  AdvanceTestClockSchema,
  DomainError,
  formatInstant,
  refer,
  type TestClock,
  TestClockSchema,
} from "@wayfare/contract";
import { runUnit } from "@wayfare/database";
import { deliveriesChannel } from "@wayfare/webhooks";
import { actorOf } from "../audit/actor.ts";
import { writeAuditEvent } from "../audit/store.ts";
import { answers, bodyProblems } from "../http/answers.ts";
import type { App } from "../http/app-type.ts";
import { getCaller } from "../http/caller.ts";
import type { ResourceParts } from "../storage/resource-parts.ts";
import { announceChange } from "../tenancy/access-changes.ts";
import { getTestClockOffset, updateTestClockOffset } from "../tenancy/account-store.ts";

const environments = ["test"] as const;
const tags = ["Test clock"];
/** A hundred years: instants stay writable, and no test needs more. */
const maxOffsetMs = 100 * 366 * 86_400_000;

/** The clock of an account's test data, which its owner moves forward instead of waiting. */
export function registerTestClockRoutes(app: App, { database, clock, gate }: ResourceParts): void {
  app.get(
    "/v1/test/clock",
    {
      config: { access: ["usage.read"], environments, applicationKeys: "shared" },
      schema: {
        operationId: "getTestClock",
        tags,
        summary: "Get the test clock",
        description: "Returns the current time of the account's test data, and how far it is ahead of real time.",
        response: { 200: refer(TestClockSchema), ...answers(["AUTH_ENVIRONMENT_MISMATCH"]) },
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
          "Moves the clock of the account's test data forward. Webhook retries, the validity of secrets, grace periods of keys and offers behave as if the time had passed. The clock never moves back.",
        body: refer(AdvanceTestClockSchema),
        response: {
          200: refer(TestClockSchema),
          ...answers([...bodyProblems, "AUTH_ENVIRONMENT_MISMATCH", "STATE_INVALID"]),
        },
      },
    },
    (request) =>
      runUnit(database, clock.nowMs(), async ({ session, nowMs, afterCommit }) => {
        const { accountId } = getCaller(request);
        const { seconds } = request.body;
        const before = await getTestClockOffset(session, accountId, { lock: true });
        const offsetMs = before + seconds * 1000;
        if (offsetMs > maxOffsetMs) {
          throw new DomainError("STATE_INVALID", {
            detail: "The test clock is a hundred years ahead; it ends there.",
          });
        }
        await updateTestClockOffset(session, accountId, offsetMs);
        await writeAuditEvent(session, {
          accountId,
          environment: "test",
          action: "account.test_clock_advanced",
          actor: actorOf(request),
          subject: { kind: "account", id: accountId },
          details: { seconds, offsetSeconds: offsetMs / 1000 },
          nowMs: nowMs + before,
        });
        await announceChange(session, accountId);
        await session.query("SELECT pg_notify($1, '')", [deliveriesChannel]);
        afterCommit(() => gate.forget(accountId));
        return toTestClock(nowMs, offsetMs);
      }),
  );
}

function toTestClock(wallMs: number, offsetMs: number): TestClock {
  return { now: formatInstant(wallMs + offsetMs), offsetSeconds: offsetMs / 1000 };
}
