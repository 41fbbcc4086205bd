import { expect, test } from "vitest";
import { startApp } from "../access-app.ts";

test("returns the retry schedule in force", async () => {
  const { app } = await startApp("pglite", { retryDelaysMs: [5000, 90_000] });
  const answer = await app.call("/v1/retry-schedule", { key: await app.makeKey({ scopes: ["usage.read"] }) });
  expect(answer).toMatchObject({ status: 200, body: { delaysSeconds: [5, 90], attempts: 3, totalSeconds: 95 } });
});
