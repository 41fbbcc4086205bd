import { findTestPeriodStartMs } from "@wayfare/billing";
import {
  AdvanceTestClockSchema,
  DomainError,
  formatInstant,
  ref,
  type TestClock,
  TestClockSchema,
} from "@wayfare/contract";
import { type Queryable, runUnitOfWork } from "@wayfare/database";
import { deliveriesChannel, moveTestWebhooks } from "@wayfare/webhooks";
import { actorOf } from "../audit/actor.ts";
import { writeAuditEvent } from "../audit/store.ts";
import { moveTestBookings } from "../bookings/store.ts";
import type { App } from "../http/app-type.ts";
import { getCaller } from "../http/caller.ts";
import { noBody } from "../http/json-body.ts";
import { bodyProblems, problemResponses } from "../http/problem-responses.ts";
import { moveTestKeys } from "../keys/store.ts";
import type { ResourceDeps } from "../storage/resource-deps.ts";
import { notifyAccessChange } from "../tenancy/access-changes.ts";
import { getTestClockOffset, updateTestClockOffset } from "../tenancy/account-store.ts";
import { runTestWatches } from "../watches/store.ts";

const environments = ["test"] as const;
const tags = ["Test clock"];
/** A hundred years, so that all times can be formatted. */
const maxOffsetMs = 100 * 366 * 86_400_000;

type TestClockDeps = Pick<ResourceDeps, "database" | "clock" | "accessCache">;

/** Registers the test clock, which advances the time of an account's test data. */
export function registerTestClockRoutes(app: App, { database, clock, accessCache }: TestClockDeps): void {
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
          "Advances the clock of the account's test data by a number of seconds. Webhook retries, the validity of secrets, grace periods of keys, and offers behave as if the time had passed, and each active watch runs once at the new time. The clock can be at most 100 years ahead. `POST /v1/test/clock/reset` sets it back to real time. Requires a test key without an application.",
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
        await runTestWatches(tx, accountId, nowMs);
        await writeAuditEvent(tx, {
          accountId,
          environment: "test",
          action: "account.test_clock_advanced",
          actor: actorOf(request),
          subject: { kind: "account", id: accountId },
          details: { seconds, offsetSeconds: offsetMs / 1000 },
          nowMs,
        });
        await notifyAccessChange(tx, accountId);
        await tx.query("SELECT pg_notify($1, '')", [deliveriesChannel]);
        afterCommit(() => accessCache.invalidate(accountId));
        return toTestClock(nowMs, offsetMs);
      }),
  );
  registerReset(app, { database, clock, accessCache });
}

function registerReset(app: App, { database, clock, accessCache }: TestClockDeps): void {
  app.post(
    "/v1/test/clock/reset",
    {
      config: { access: ["usage.write"], environments, applicationKeys: "refused" },
      schema: {
        operationId: "resetTestClock",
        tags,
        summary: "Reset the test clock",
        description:
          "Sets the clock of the account's test data back to real time. Retries, challenges, windows of rotated secrets, and expiries and grace periods of keys move back with the clock, so that their remaining time stays the same. Other times stay as they are, so objects that were created while the clock was ahead are dated in the future until that time has passed. Returns 409 if the current period of the test subscription began in that future. Requires a test key without an application.",
        body: noBody,
        response: {
          200: ref(TestClockSchema),
          ...problemResponses([...bodyProblems, "AUTH_ENVIRONMENT_MISMATCH", "STATE_INVALID"]),
        },
      },
    },
    (request) =>
      runUnitOfWork(database, clock.nowMs(), async ({ tx, nowMs, afterCommit }) => {
        const { accountId } = getCaller(request);
        const aheadMs = await getTestClockOffset(tx, accountId, { lock: true });
        if (aheadMs === 0) return toTestClock(nowMs, 0);
        await assertPeriodBegan(tx, accountId, nowMs);
        await updateTestClockOffset(tx, accountId, 0);
        await moveTestKeys(tx, accountId, aheadMs);
        await moveTestWebhooks(tx, accountId, aheadMs);
        await moveTestBookings(tx, accountId, aheadMs);
        await runTestWatches(tx, accountId, nowMs);
        await writeAuditEvent(tx, {
          accountId,
          environment: "test",
          action: "account.test_clock_reset",
          actor: actorOf(request),
          subject: { kind: "account", id: accountId },
          details: { offsetSeconds: aheadMs / 1000 },
          nowMs,
        });
        await notifyAccessChange(tx, accountId);
        await tx.query("SELECT pg_notify($1, '')", [deliveriesChannel]);
        afterCommit(() => accessCache.invalidate(accountId));
        return toTestClock(nowMs, 0);
      }),
  );
}

/** @throws DomainError STATE_INVALID if the test subscription's period would begin in the future */
async function assertPeriodBegan(tx: Queryable, accountId: string, nowMs: number): Promise<void> {
  const startMs = await findTestPeriodStartMs(tx, accountId);
  if (startMs === null || startMs <= nowMs) return;
  throw new DomainError("STATE_INVALID", {
    detail: `The current period of the test subscription began at ${formatInstant(startMs)}, ahead of real time. The test clock can be reset after that time, or when the subscription has ended.`,
  });
}

function toTestClock(wallMs: number, offsetMs: number): TestClock {
  return { now: formatInstant(wallMs + offsetMs), offsetSeconds: offsetMs / 1000 };
}
