import { request as httpRequest } from "node:http";
import { type Database, openPostgres } from "@wayfare/database";
import { describe, expect, onTestFinished, test } from "vitest";
import { testDatabaseKinds } from "../../../../tests/databases.ts";
import { plainKey, startApp } from "../access-app.ts";
import { creations, idOf, sendOnce } from "../creations.ts";
import { type RunningApp, runApp } from "../running-app.ts";

type Sent = Awaited<ReturnType<typeof sendOnce>>;

/** Of several equal requests, one had the effect; every other got its response or IDEMPOTENCY_IN_PROGRESS. */
function expectOneEffect(answers: readonly Sent[], expected = 201): void {
  for (const { status, code } of answers) {
    if (status !== expected) expect({ status, code }).toEqual({ status: 409, code: "IDEMPOTENCY_IN_PROGRESS" });
  }
  const made = answers.filter(({ status }) => status === expected);
  expect(made.filter(({ replayed }) => replayed === null)).toHaveLength(1);
  expect(new Set(made.map(({ body }) => idOf(body))).size).toBe(1);
}

/** Sends the header once for each value. */
function postWith(app: RunningApp, values: string | string[]): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${app.key}`,
      "content-type": "application/json",
      "idempotency-key": values,
    };
    const sent = httpRequest(`${app.url}/v1/keys`, { method: "POST", headers }, (answer) => {
      let text = "";
      answer.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
      answer.on("end", () => resolve({ status: answer.statusCode ?? 0, text }));
    });
    sent.on("error", reject).end(JSON.stringify(plainKey));
  });
}

/** Every row of every table, as text. */
async function dump(database: Database): Promise<string> {
  const tables = await database.query<{ name: string }>(
    "SELECT quote_ident(table_name) AS name FROM information_schema.tables WHERE table_schema = 'public'",
  );
  const rows: string[] = [];
  for (const { name } of tables) {
    const table = await database.query<{ row: string }>(`SELECT each::text AS row FROM ${name} AS each`);
    rows.push(...table.map(({ row }) => row));
  }
  return rows.join("\n");
}

/** Makes the insert of every record fail until the returned function is called. A database with a trigger is not reused. */
async function refuseRecords(database: Database): Promise<() => Promise<void>> {
  await database.script(`
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN RAISE EXCEPTION 'refused'; END$$;
    CREATE TRIGGER refused BEFORE INSERT ON idempotent_requests FOR EACH ROW EXECUTE FUNCTION refuse()`);
  return () => database.script("DROP TRIGGER refused ON idempotent_requests; DROP FUNCTION refuse()");
}

/** One creation of each kind: PostgreSQL runs every creation, the embedded database only these. */
const sample = new Set(["POST /v1/keys", "POST /v1/bookings", "POST /v1/webhooks/{id}/rotate"]);

describe.each(testDatabaseKinds)("on %s", (kind) => {
  const start = () => startApp(kind);
  const cases = Object.entries(creations).filter(([name]) => kind === "postgresql" || sample.has(name));

  test.each(cases)("20 concurrent equal requests to %s have one effect", async (_name, prepare) => {
    const { app, database } = await start();
    const creation = await prepare(app, database);
    const count = async () => (await database.query(`SELECT id FROM ${creation.table}`)).length;
    const before = await count();
    const { status = 201 } = creation;
    expectOneEffect(await Promise.all(Array.from({ length: 20 }, () => sendOnce(app, creation))), status);
    expect(await count()).toBe(before + 1);
    expect(await sendOnce(app, creation)).toMatchObject({ status, replayed: "true" });
  });

  test.each(cases)("stores the response of %s without its secret", async (_name, prepare) => {
    const { app, database } = await start();
    const creation = await prepare(app, database);
    const { body } = await sendOnce(app, creation);
    await sendOnce(app, creation);
    const text = await dump(database);
    expect(text).toContain(String(idOf(body)));
    if (!creation.hasSecret) return;
    const secret = String(body.secret);
    expect(secret).toMatch(/^(key_test_[0-9A-Za-z]{49}|whsec_[0-9A-Za-z+/]{43}=)$/);
    const random = secret.slice(secret.lastIndexOf("_") + 1, -6);
    for (const trace of [random, random.slice(10, 30)]) {
      expect(text).not.toContain(trace);
      expect(text).not.toContain(Buffer.from(trace).toString("hex"));
      expect(text).not.toContain(Buffer.from(trace).toString("base64").slice(0, -4));
    }
  });

  test.each(cases)("%s has no effect if its idempotency record cannot be written", async (_name, prepare) => {
    const { app, database } = await start();
    const creation = await prepare(app, database);
    const count = async () => (await database.query(`SELECT id FROM ${creation.table}`)).length;
    const before = await count();
    const allowRecords = await refuseRecords(database);
    expect(await sendOnce(app, creation)).toMatchObject({ status: 500 });
    expect(await count()).toBe(before);
    expect(await database.query("SELECT id FROM api_keys WHERE revoked_at IS NOT NULL")).toEqual([]);
    expect(app.logLines.join("")).not.toMatch(/key_test_[0-9A-Za-z]{10}/);
    await allowRecords();
    expect(await sendOnce(app, creation)).toMatchObject({ status: creation.status ?? 201, replayed: null });
  });

  test("rejects an invalid Idempotency-Key header", async () => {
    const { app, database } = await start();
    const long = "x".repeat(255);
    const count = async () => (await database.query("SELECT id FROM api_keys")).length;
    const before = await count();
    const faulty = [
      `${long}x`,
      `"${long}x"`,
      "",
      '""',
      '"',
      '"open',
      "two words",
      "tab\there",
      "clé",
      ["a", "b"],
      ["a", "a"],
      ['"a"', '"a"'],
    ];
    for (const values of faulty) {
      const { status, text } = await postWith(app, values);
      expect(status, JSON.stringify(values)).toBe(400);
      expect(JSON.parse(text)).toMatchObject({ code: "REQUEST_INVALID", errors: [{ pointer: "/idempotency-key" }] });
    }
    expect(await count()).toBe(before);
    for (const value of [long, `"${long.slice(1)}y"`, "!~", "a,b"]) {
      expect(await postWith(app, value), value).toMatchObject({ status: 201 });
    }
  });
});

test.each(Object.entries(creations))(
  "20 concurrent equal requests to %s at two processes have one effect",
  async (_name, prepare) => {
    const { app, database, connectionString } = await startApp("postgresql");
    const second = await openPostgres({ connectionString: connectionString ?? "", max: 5 });
    const other = await runApp({ database: second });
    onTestFinished(async () => {
      await other.close();
      await second.close();
    });
    const creation = await prepare(app, database);
    for (let round = 0; round < (creation.isOncePerAccount ? 1 : 3); round++) {
      const target = round === 0 ? creation : await prepare(app, database);
      const count = async () => (await database.query(`SELECT id FROM ${creation.table}`)).length;
      const before = await count();
      const how = { key: app.key, idempotencyKey: `order-${round}` };
      const both = Array.from({ length: 20 }, (_, at) => sendOnce(at % 2 === 0 ? app : other, target, how));
      expectOneEffect(await Promise.all(both), creation.status ?? 201);
      expect(await count()).toBe(before + 1);
    }
  },
);
