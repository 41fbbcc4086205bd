import { type RetrySchedule, RetryScheduleSchema, ref } from "@wayfare/contract";
import type { App } from "../http/app-type.ts";
import { problemResponses } from "../http/problem-responses.ts";

/** Registers the retry schedule of deliveries, which an operator can change. */
export function registerRetrySchedule(app: App, retryDelaysMs: readonly number[]): void {
  const schedule = toWireSchedule(retryDelaysMs);
  app.get(
    "/v1/retry-schedule",
    {
      config: { access: ["usage.read"], applicationKeys: "shared" },
      schema: {
        operationId: "getRetrySchedule",
        tags: ["Webhooks"],
        summary: "Get the retry schedule",
        description:
          "Returns the schedule on which failed webhook deliveries are retried. It is the same for all accounts of a deployment, which can change it with `WEBHOOKS_RETRY_DELAYS`.",
        response: { 200: ref(RetryScheduleSchema), ...problemResponses([]) },
      },
    },
    async () => schedule,
  );
}

function toWireSchedule(delaysMs: readonly number[]): RetrySchedule {
  const delaysSeconds = delaysMs.map((ms) => ms / 1000);
  const totalSeconds = delaysSeconds.reduce((sum, seconds) => sum + seconds, 0);
  return { delaysSeconds, attempts: delaysSeconds.length + 1, totalSeconds };
}
