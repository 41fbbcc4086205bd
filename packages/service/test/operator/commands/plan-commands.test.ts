import { expect, test } from "vitest";
import { testDatabaseKinds } from "../../../../../tests/databases.ts";
import { parsePlanInput } from "../../../src/operator/commands/plan-input.ts";
import { operatorOf, startApp } from "../../access-app.ts";

const usd = (amount: string) => ({ amount, currency: "USD" });
const plan = {
  name: "travel",
  title: "Travel",
  price: usd("120"),
  searchesIncluded: 100_000,
  quotaBehavior: "hard_stop",
  keyLimits: { requestsPerSecond: 1, requestsBurst: 1, searchesPerSecond: 1, searchesBurst: 1, searchesAtOnce: 1 },
};

test.each([
  [{ do: "delete" }, "Unknown plan command."],
  [{ do: "show", name: "No plan" }, "name"],
  [{ do: "create", plan: { ...plan, price: usd("one") } }, "price"],
  [{ do: "create", plan: { ...plan, extra: 1 } }, "extra"],
  [{ do: "create" }, "plan"],
])("rejects %j", (given, detail) => {
  expect(() => parsePlanInput(given)).toThrow(detail);
});

test.each(testDatabaseKinds)("lists, creates, previews, shows and retires plans on %s", async (kind) => {
  const { app, database } = await startApp(kind);
  const operator = operatorOf(database, app.clock);
  const run = (command: object) => operator.runPlanCommand(parsePlanInput(command));
  expect(await run({ do: "create", plan })).toMatchObject({ name: "travel", current: { version: 1 } });
  expect(await run({ do: "list" })).toMatchObject({
    data: [{ name: "free" }, { name: "pro" }, { name: "scale" }, { name: "travel", visibility: "hidden" }],
  });
  expect(await run({ do: "preview", plan: { ...plan, price: usd("121") } })).toMatchObject({ version: 2 });
  expect(await run({ do: "show", name: "travel" })).toMatchObject({ versions: [{ version: 1 }] });
  expect(await run({ do: "change", name: "travel", retired: true })).toMatchObject({ retiredAt: expect.any(String) });
  await expect(run({ do: "show", name: "gold" })).rejects.toMatchObject({ code: "NOT_FOUND" });
});
