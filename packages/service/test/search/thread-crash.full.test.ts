import { SearchThreads } from "@wayfare/search";
import { expect, onTestFinished, test } from "vitest";
import { eventually } from "../../../../tests/eventually.ts";
import { startApp } from "../access-app.ts";
import { goodSearch } from "../running-app.ts";
import { makeSupply } from "../sample-supply.ts";
import { openEvents, readSearch } from "./event-stream.ts";

test("a stream whose search thread exits ends with an error event; the restarted thread serves searches", async () => {
  const crashes: Error[] = [];
  const threads = new SearchThreads({
    module: new URL("./crashing-thread.ts", import.meta.url),
    workerData: {},
    threads: 1,
    versions: { test: "sandbox=1", live: "sandbox=1" },
    onCrash: (error) => crashes.push(error),
  });
  onTestFinished(() => threads.close());
  const { app } = await startApp("pglite", { supply: { ...makeSupply([]), runner: threads } });
  const stream = await openEvents(app, { body: { ...goodSearch, profile: "points" } });
  const parts = await stream.readAll();
  expect(parts.map(({ type }) => type).slice(0, 2)).toEqual(["search", "flights"]);
  expect(parts.at(-1)).toMatchObject({ type: "error", problem: { status: 503, code: "SUPPLY_UNAVAILABLE" } });
  expect(crashes).toHaveLength(1);
  await eventually(async () => expect((await readSearch(app)).status).toBe(200));
  const again = await openEvents(app);
  expect((await again.readAll()).at(-1)).toMatchObject({ type: "done" });
});
