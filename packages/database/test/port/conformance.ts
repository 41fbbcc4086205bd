import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type Database,
  DatabaseError,
  isConnectionLost,
  isUniqueViolation,
  json,
  type Queryable,
  TransactionMisuseError,
} from "../../src/index.ts";

/** Conformance suite for implementations of the port. `open` returns a database without tables of these names. */
export function describeConformance(open: () => Promise<{ database: Database; drop: () => Promise<void> }>): void {
  let database: Database;
  let drop: () => Promise<void>;

  beforeAll(async () => {
    ({ database, drop } = await open());
    await database.script(`
      CREATE TABLE parts (id integer PRIMARY KEY, label text, CONSTRAINT parts_label_unique UNIQUE (label));
      CREATE TABLE documents (id integer PRIMARY KEY, body jsonb NOT NULL);
      CREATE TABLE counters (id integer PRIMARY KEY, value bigint NOT NULL)`);
  });

  afterAll(() => drop());

  const only = async (db: Queryable, expression: string, values: Parameters<Queryable["query"]>[1] = []) => {
    const [row] = await db.query<{ value: unknown }>(`SELECT ${expression} AS value`, values);
    return row?.value;
  };
  const labels = async () =>
    (await database.query<{ label: string }>("SELECT label FROM parts ORDER BY id LIMIT 100")).map((row) => row.label);

  describe("values", () => {
    test.each<[string, unknown]>([
      ["7::int2", 7],
      ["(-2147483648)::int4", -2147483648],
      ["9007199254740991::int8", 9007199254740991],
      ["count(*)", 1],
      ["1.5::float8", 1.5],
      ["'Infinity'::float8", Number.POSITIVE_INFINITY],
      ["'NaN'::float4", Number.NaN],
      ["0.10::numeric(4,2)", "0.10"],
      ["true", true],
      ["false", false],
      ["NULL::int8", null],
      ["''", ""],
      ["'Zürich ✈'", "Zürich ✈"],
      ["date '2026-11-21'", "2026-11-21"],
      ["interval '1 day 02:03:04'", "1 day 02:03:04"],
      ["interval '-90 minutes'", "-01:30:00"],
      ["time '07:33'", "07:33:00"],
      ["timestamp '2026-11-21 07:33:00'", "2026-11-21 07:33:00"],
      ["timestamptz '2026-11-21 07:33:00.123456+05:30'", new Date("2026-11-21T02:03:00.123Z")],
      ["timestamptz '0044-03-15 12:00:00Z'", new Date("0044-03-15T12:00:00Z")],
      [String.raw`'\x00ff10'::bytea`, Buffer.from([0, 255, 16])],
      ["''::bytea", Buffer.alloc(0)],
      [`'{"a": [1, null, "x"]}'::jsonb`, { a: [1, null, "x"] }],
      ["'null'::jsonb", null],
      ["'7'::json", 7],
      ["gen_random_uuid() IS NOT NULL", true],
      ["'203.0.113.0/24'::cidr", "203.0.113.0/24"],
      [
        "ARRAY['a', '', NULL, 'NULL', 'b,c', '{d}', 'e\"f', 'g\\h']",
        ["a", "", null, "NULL", "b,c", "{d}", 'e"f', "g\\h"],
      ],
      ["'{}'::text[]", []],
      ["'[2:3]={1,2}'::int4[]", [1, 2]],
      [
        "ARRAY[[1, 2], [3, NULL]]",
        [
          [1, 2],
          [3, null],
        ],
      ],
      ["ARRAY[1, 9007199254740991]::int8[]", [1, 9007199254740991]],
      ["ARRAY[date '2026-11-21']", ["2026-11-21"]],
      ["ARRAY[timestamptz '2026-11-21 07:33:00Z']", [new Date("2026-11-21T07:33:00Z")]],
      [String.raw`ARRAY['\x01'::bytea]`, [Buffer.from([1])]],
      ["ARRAY[true, false]", [true, false]],
      [`ARRAY['{"a":1}'::jsonb]`, [{ a: 1 }]],
      ["ARRAY['203.0.113.9'::inet]", ["203.0.113.9"]],
      ["ARRAY[time '07:33']", "{07:33:00}"],
    ])("returns the same value for %s on both engines", async (expression, expected) => {
      expect(await only(database, expression)).toStrictEqual(expected);
    });

    test.each<[string, Parameters<Queryable["query"]>[1], unknown]>([
      ["$1::text", ['it\'s \\ "ü"'], 'it\'s \\ "ü"'],
      ["$1::int8", [Number.MAX_SAFE_INTEGER], Number.MAX_SAFE_INTEGER],
      ["$1::int8", [42n], 42],
      ["$1::float8", [-0.1], -0.1],
      ["$1::numeric", ["1.10"], "1.10"],
      ["$1::boolean", [false], false],
      ["$1::date", ["2026-11-21"], "2026-11-21"],
      ["$1::timestamptz", [new Date("2026-11-21T07:33:00.007Z")], new Date("2026-11-21T07:33:00.007Z")],
      ["$1::bytea", [new Uint8Array([0, 1, 254, 255])], Buffer.from([0, 1, 254, 255])],
      ["$1::text", [null], null],
      ["$1::jsonb", [json({ a: ["x", 1] })], { a: ["x", 1] }],
      ["$1::jsonb", [json(["a", { b: null }])], ["a", { b: null }]],
      ["$1::jsonb", [json("text")], "text"],
      ["$1::jsonb", [json({ path: "\\u0000" })], { path: "\\u0000" }],
      [
        "$1::text[]",
        [["a", "", "NULL", null, "b,c", "{d}", 'e"f', "g\\h", "line\nbreak"]],
        ["a", "", "NULL", null, "b,c", "{d}", 'e"f', "g\\h", "line\nbreak"],
      ],
      ["$1::text[]", [[]], []],
      [
        "$1::int4[]",
        [
          [
            [1, 2],
            [3, 4],
          ],
        ],
        [
          [1, 2],
          [3, 4],
        ],
      ],
      ["$1::bytea[]", [[new Uint8Array([0, 255])]], [Buffer.from([0, 255])]],
      ["$1::jsonb[]", [[json([1]), json("x")]], [[1], "x"]],
      ["$1::text = ANY($2::text[])", ["usage.read", ["usage.read", "flights.search"]], true],
    ])("%s takes the value that it gives back", async (expression, values, expected) => {
      expect(await only(database, expression, values)).toStrictEqual(expected);
    });

    test("rejects an int8 beyond the safe integers and keeps the connection usable", async () => {
      await expect(only(database, "9007199254740993::int8")).rejects.toThrow(/9007199254740993 exceeds/);
      await expect(only(database, "ARRAY[-9007199254740993]::int8[]")).rejects.toThrow(/exceeds the safe integers/);
      expect(await only(database, "9007199254740993::int8::text")).toBe("9007199254740993");
    });

    test("rejects a timestamp that a Date cannot represent", async () => {
      await expect(only(database, "timestamptz 'infinity'")).rejects.toMatchObject({ code: "22008" });
    });

    test("rejects a NUL in text or JSON before sending it", async () => {
      await expect(only(database, "$1::text", ["JFK\0"])).rejects.toMatchObject({
        code: "22021",
        name: "DatabaseError",
      });
      await expect(only(database, "$1::text[]", [["JFK\0"]])).rejects.toMatchObject({ code: "22021" });
      await expect(only(database, "$1::jsonb", [json({ a: "JFK\0" })])).rejects.toThrow(/\$1 contains a NUL character/);
    });

    test("rejects an unsupported parameter and names its position", async () => {
      const bad = [undefined, { a: 1 }, () => 1, Symbol("x")];
      for (const value of bad) {
        await expect(only(database, "$2::text", [1, value as never])).rejects.toThrow(/^\$2 is .*not an SQL parameter/);
      }
      await expect(only(database, "$1::timestamptz", [new Date(Number.NaN)])).rejects.toThrow("$1 is an invalid Date");
      expect(() => json(undefined)).toThrow(TypeError);
    });

    test("round-trips a JSON document of two megabytes", async () => {
      const body = { rows: Array.from({ length: 20_000 }, (_, n) => ({ n, text: `row ${n} `.padEnd(80, "ü") })) };
      await database.execute("INSERT INTO documents (id, body) VALUES ($1, $2)", [1, json(body)]);
      const [row] = await database.query<{ body: unknown }>("SELECT body FROM documents WHERE id = $1", [1]);
      expect(row?.body).toStrictEqual(body);
    });
  });

  describe("statements", () => {
    test("execute returns the number of affected rows", async () => {
      expect(await database.execute("INSERT INTO counters (id, value) VALUES (101, 0), (102, 0)")).toBe(2);
      expect(await database.execute("UPDATE counters SET value = 1 WHERE id > $1", [100])).toBe(2);
      expect(await database.execute("DELETE FROM counters WHERE id = $1", [-1])).toBe(0);
      expect(await database.execute("CREATE TABLE IF NOT EXISTS counters (id integer)")).toBe(0);
    });

    test("runs a named statement again with other values", async () => {
      const double = (value: number) =>
        database.query("SELECT $1::int4 * 2 AS value", [value], { name: "conformance_double" });
      expect(await double(4)).toStrictEqual([{ value: 8 }]);
      expect(await double(5)).toStrictEqual([{ value: 10 }]);
    });

    test("runs a named statement again after a failure, a rollback and a change of its table", async () => {
      await database.script("CREATE TABLE named (value int4)");
      const sql = "INSERT INTO named (value) VALUES (8 / $1::int4) RETURNING value";
      const insert = (db: Queryable, value: number) => db.query(sql, [value], { name: "conformance_named" });
      await expect(insert(database, 0)).rejects.toMatchObject({ code: "22012" });
      const rolledBack = database.transaction(async (tx) => {
        await insert(tx, 1);
        await insert(tx, 0);
      });
      await expect(rolledBack).rejects.toMatchObject({ code: "22012" });
      expect(await insert(database, 2)).toStrictEqual([{ value: 4 }]);
      await database.script("ALTER TABLE named ADD COLUMN other int4");
      expect(await insert(database, 4)).toStrictEqual([{ value: 2 }]);
      expect(await database.query("SELECT value FROM named ORDER BY value")).toStrictEqual([
        { value: 2 },
        { value: 4 },
      ]);
    });

    test("rejects two statements in one query, with or without values", async () => {
      await expect(database.query("SELECT 1; SELECT 2")).rejects.toMatchObject({ code: "42601" });
      await expect(database.query("SELECT $1::int4; SELECT 2", [1])).rejects.toMatchObject({ code: "42601" });
    });

    test("reports an SQL error with its SQLSTATE", async () => {
      const failure = database.query("SELECT * FROM nowhere");
      await expect(failure).rejects.toBeInstanceOf(DatabaseError);
      await expect(failure).rejects.toMatchObject({ code: "42P01", message: expect.stringContaining("nowhere") });
    });

    test("completes many concurrent statements", async () => {
      await database.execute("INSERT INTO counters (id, value) VALUES (1, 0)");
      const increments = Array.from({ length: 50 }, () =>
        database.execute("UPDATE counters SET value = value + 1 WHERE id = 1"),
      );
      await Promise.all(increments);
      expect(await database.query("SELECT value FROM counters WHERE id = 1")).toStrictEqual([{ value: 50 }]);
    });
  });

  describe("errors", () => {
    test("recognizes a unique violation with its constraint and omits values from the error", async () => {
      await database.execute("INSERT INTO parts (id, label) VALUES (10, 'secret value')");
      const error = await database
        .execute("INSERT INTO parts (id, label) VALUES ($1, $2)", [11, "secret value"])
        .catch((thrown: unknown) => thrown);
      expect(isUniqueViolation(error)).toBe(true);
      expect(isUniqueViolation(error, "parts_label_unique")).toBe(true);
      expect(isUniqueViolation(error, "parts_pkey")).toBe(false);
      expect(isConnectionLost(error)).toBe(false);
      expect(error).toMatchObject({ table: "parts", constraint: "parts_label_unique" });
      expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain("secret value");
      await database.execute("DELETE FROM parts");
    });

    test("does not report other violations as unique violations", async () => {
      const error = await database
        .execute("INSERT INTO documents (id, body) VALUES (2, NULL)")
        .catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ code: "23502", column: "body" });
      expect(isUniqueViolation(error)).toBe(false);
    });
  });

  describe("transactions", () => {
    test("commits a transaction and returns its result", async () => {
      const result = await database.transaction(async (tx) => {
        await tx.execute("INSERT INTO parts (id, label) VALUES (20, 'kept')");
        return tx.query("SELECT label FROM parts");
      });
      expect(result).toStrictEqual([{ label: "kept" }]);
      expect(await labels()).toStrictEqual(["kept"]);
    });

    test("rolls back a transaction that throws and rethrows the error", async () => {
      const reason = new Error("changed my mind");
      const failing = database.transaction(async (tx) => {
        await tx.execute("INSERT INTO parts (id, label) VALUES (21, 'dropped')");
        throw reason;
      });
      await expect(failing).rejects.toBe(reason);
      expect(await labels()).toStrictEqual(["kept"]);
    });

    test("rolls back earlier statements after a failed one", async () => {
      const failing = database.transaction(async (tx) => {
        await tx.execute("INSERT INTO parts (id, label) VALUES (22, 'dropped')");
        await tx.execute("INSERT INTO parts (id, label) VALUES (22, 'twice')");
      });
      await expect(failing).rejects.toSatisfy((error) => isUniqueViolation(error, "parts_pkey"));
      expect(await labels()).toStrictEqual(["kept"]);
    });

    test("rejects a transaction whose failed statement was ignored", async () => {
      const swallowing = database.transaction(async (tx) => {
        await tx.execute("INSERT INTO parts (id, label) VALUES (23, 'lost')");
        await tx.query("SELECT 1/0").catch(() => undefined);
      });
      await expect(swallowing).rejects.toMatchObject({ name: "DatabaseError", code: "25P02" });
      expect(await labels()).toStrictEqual(["kept"]);
    });

    test("runs concurrent statements of a transaction inside it", async () => {
      const values = await database.transaction((tx) =>
        Promise.all(Array.from({ length: 20 }, (_, n) => only(tx, "$1::int4", [n]))),
      );
      expect(values).toStrictEqual(Array.from({ length: 20 }, (_, n) => n));
    });

    test("rejects any use of the outer handle inside a transaction", async () => {
      const stop = await database.listen("misuse", { onMessage: () => {} });
      const uses: ((db: Queryable) => Promise<unknown>)[] = [
        () => database.query("SELECT 1"),
        () => database.execute("SELECT 1"),
        () => database.script("SELECT 1"),
        () => database.transaction(async () => 1),
        () => database.lock(5n, async () => 1),
        () => database.listen("misuse", { onMessage: () => {} }),
        () => stop(),
        () => database.close(),
        async () => Promise.all([1, 2].map(() => database.query("SELECT 1"))),
      ];
      for (const use of uses) {
        await expect(database.transaction(use)).rejects.toBeInstanceOf(TransactionMisuseError);
      }
      await stop();
      expect(await only(database, "1")).toBe(1);
    });

    test("allows the outer handle after the transaction in work started inside it", async () => {
      const { promise: ended, resolve: end } = Promise.withResolvers<void>();
      let later: Promise<unknown> = Promise.resolve();
      await database.transaction(async () => {
        later = ended.then(() => only(database, "1"));
      });
      end();
      expect(await later).toBe(1);
    });

    test("rejects statements on a transaction's handle after its end", async () => {
      const leaked = await database.transaction(async (tx) => ({ session: tx }));
      await expect(leaked.session.query("SELECT 1")).rejects.toThrow(/this transaction has ended/);
      await expect(leaked.session.execute("SELECT 1")).rejects.toBeInstanceOf(TransactionMisuseError);
      await expect(leaked.session.script("SELECT 1")).rejects.toBeInstanceOf(TransactionMisuseError);
    });

    test("loses no update in concurrent transactions", async () => {
      await database.execute("INSERT INTO counters (id, value) VALUES (2, 0)");
      const increment = () =>
        database.transaction(async (tx) => {
          const [row] = await tx.query<{ value: number }>("SELECT value FROM counters WHERE id = 2 FOR UPDATE");
          await tx.execute("UPDATE counters SET value = $1 WHERE id = 2", [(row?.value ?? 0) + 1]);
        });
      await Promise.all(Array.from({ length: 20 }, increment));
      expect(await database.query("SELECT value FROM counters WHERE id = 2")).toStrictEqual([{ value: 20 }]);
    });
  });

  describe("locks", () => {
    test("serializes holders of one key and releases it after a failure", async () => {
      const events: string[] = [];
      const hold = (name: string, fails: boolean) =>
        database.lock(77n, async (connection) => {
          events.push(`${name} in`);
          await connection.query("SELECT 1");
          await connection.transaction((tx) => tx.query("SELECT 1"));
          events.push(`${name} out`);
          if (fails) throw new Error("failed while holding");
        });
      const outcomes = await Promise.allSettled([hold("a", true), hold("b", false), hold("c", false)]);
      expect(outcomes.map((outcome) => outcome.status)).toStrictEqual(["rejected", "fulfilled", "fulfilled"]);
      for (let turn = 0; turn < 6; turn += 2) {
        expect(events[turn + 1]).toBe(events[turn]?.replace("in", "out"));
      }
    });

    test("does not block different keys", async () => {
      const value = await database.lock(1n, async () => database.lock(2n, (inner) => only(inner, "3")));
      expect(value).toBe(3);
    });

    test("treats a lock's connection as an outer handle inside its transaction", async () => {
      const misuse = database.lock(3n, (connection) => connection.transaction(() => connection.query("SELECT 1")));
      await expect(misuse).rejects.toBeInstanceOf(TransactionMisuseError);
    });
  });

  describe("notifications", () => {
    const notify = (db: Queryable, payload: string) => db.query("SELECT pg_notify('conformance', $1)", [payload]);

    /** Collects messages until "end". */
    async function collect(received: string[] = []) {
      const { promise: ended, resolve } = Promise.withResolvers<string[]>();
      const onMessage = (payload: string) => (payload === "end" ? resolve(received) : received.push(payload));
      return { received, ended, stop: await database.listen("conformance", { onMessage }) };
    }

    test("delivers a transaction's notifications after its commit and none after a rollback", async () => {
      const { received, ended, stop } = await collect();
      const failing = database.transaction(async (tx) => {
        await notify(tx, "rolled back");
        throw new Error("changed my mind");
      });
      await expect(failing).rejects.toThrow("changed my mind");
      await database.transaction(async (tx) => {
        await notify(tx, "committed");
        await tx.query("SELECT 1");
        received.push("still open");
      });
      await notify(database, "end");
      expect(await ended).toStrictEqual(["still open", "committed"]);
      await stop();
    });

    test("delivers payloads unchanged, including the empty and the longest", async () => {
      const { ended, stop } = await collect();
      const payloads = ["", 'it\'s \\ "Zürich ✈"\nline', "ü".repeat(3999)];
      for (const payload of [...payloads, "end"]) await notify(database, payload);
      expect(await ended).toStrictEqual(payloads);
      await stop();
    });

    test("notifies two listeners, and none after it was stopped", async () => {
      const [stopped, active] = [await collect(), await collect()];
      await notify(database, "both");
      await notify(database, "end");
      expect([await stopped.ended, await active.ended]).toStrictEqual([["both"], ["both"]]);
      await stopped.stop();
      await stopped.stop();
      const later = await collect();
      await notify(database, "late");
      await notify(database, "end");
      expect(await later.ended).toStrictEqual(["late"]);
      expect(stopped.received).toStrictEqual(["both"]);
      await Promise.all([active.stop(), later.stop()]);
    });

    test("accepts an SQL keyword as channel name and rejects invalid names", async () => {
      const { promise: received, resolve: onMessage } = Promise.withResolvers<string>();
      const stop = await database.listen("select", { onMessage });
      await database.query("SELECT pg_notify('select', 'received')");
      expect(await received).toBe("received");
      await stop();
      for (const channel of ["", "Upper", 'x"; SELECT 1; --', "a".repeat(64)]) {
        await expect(database.listen(channel, { onMessage })).rejects.toBeInstanceOf(RangeError);
      }
    });
  });
}
