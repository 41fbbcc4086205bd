import { DomainError } from "@wayfare/service";
import { type Command, CommanderError } from "commander";
import { expect, test } from "vitest";
import { exitCodeOf, formatError, formatJsonError } from "../../src/commands/errors.ts";
import { type Actions, createProgram } from "../../src/commands/program.ts";

const settings = [
  { flag: "--host", variable: "HOST", description: "Address to listen on.", secret: false },
  { flag: "--data-dir", variable: "DATA_DIR", description: "Data directory.", secret: false },
  { flag: "--database-url", variable: "DATABASE_URL", description: "Connection string.", secret: true },
];
const environment = { HOST: "0.0.0.0" };

async function run(...args: string[]): Promise<{ calls: unknown[][]; output: string; exitCode: number }> {
  const calls: unknown[][] = [];
  let output = "";
  const record =
    (name: keyof Actions) =>
    async (...passed: unknown[]): Promise<void> =>
      void calls.push([name, ...passed]);
  const actions: Actions = {
    start: record("start"),
    migrate: record("migrate"),
    manageAccounts: record("manageAccounts"),
    managePlans: record("managePlans"),
    exportAccount: record("exportAccount"),
    createKey: record("createKey"),
    listKeys: record("listKeys"),
    revokeKey: record("revokeKey"),
    search: record("search"),
    listen: record("listen"),
    trigger: record("trigger"),
    serveMcp: record("serveMcp"),
    createLoginLink: record("createLoginLink"),
    bill: record("bill"),
    readSecrets: record("readSecrets"),
    rotateSecrets: record("rotateSecrets"),
    dropSecret: record("dropSecret"),
    settleQuotas: record("settleQuotas"),
    showStatus: record("showStatus"),
    testDuffel: record("testDuffel"),
    backup: record("backup"),
    restore: record("restore"),
    resume: record("resume"),
    moveDatabase: record("moveDatabase"),
    runDoctor: record("runDoctor"),
  };
  const write = (text: string) => {
    output += text;
  };
  const program = createProgram({ version: "1.2.3", environment, settings, actions, write });
  const catchOutput = (command: Command): void => {
    command.exitOverride().configureOutput({ writeOut: write, writeErr: write });
    command.commands.forEach(catchOutput);
  };
  catchOutput(program);
  try {
    await program.parseAsync(args, { from: "user" });
    return { calls, output, exitCode: 0 };
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return { calls, output, exitCode: exitCodeOf(error) };
  }
}

test("start passes on the environment and the given flags", async () => {
  const { calls } = await run("start", "--data-dir", "./data");
  const sources = { environment, flags: { "data-dir": "./data" } };
  expect(calls).toStrictEqual([["start", sources, { demoSuppliers: false }]]);
  const demo = await run("start", "--demo-suppliers", "--data-dir", "./data");
  expect(demo.calls).toStrictEqual([["start", sources, { demoSuppliers: true }]]);
});

test("flags of secrets are in no help, and the service receives them, so that it can say why they are refused", async () => {
  expect((await run("start", "--help")).output).not.toContain("--database-url");
  const { calls } = await run("migrate", "--database-url", "postgres://db/wayfare");
  expect(calls).toStrictEqual([["migrate", { environment, flags: { "database-url": "postgres://db/wayfare" } }]]);
});

test("mcp reads the key and the URL from the environment, and the URL from its flag", async () => {
  const { calls } = await run("mcp", "--url", "http://other");
  expect(calls).toStrictEqual([["serveMcp", { url: "http://other", key: undefined }]]);
});

test("listen and trigger read the key, the URL and the secret from the environment", async () => {
  const { calls } = await run("listen", "--forward", "http://localhost:3000/hook", "--types", "booking.confirmed");
  const service = { url: "http://localhost:8080", key: undefined };
  const input = { forward: "http://localhost:3000/hook", types: ["booking.confirmed"], json: false, secret: undefined };
  expect(calls).toStrictEqual([["listen", service, input]]);
  expect((await run("trigger", "key.revoked", "--json", "--url", "http://other")).calls).toStrictEqual([
    ["trigger", { url: "http://other", key: undefined }, { type: "key.revoked", json: true }],
  ]);
  expect(await run("listen", "--forward", "localhost:3000")).toMatchObject({ exitCode: 2 });
});

test("migrate accepts the flags of the place of the data", async () => {
  const { calls } = await run("migrate", "--data-dir=./data");
  expect(calls).toStrictEqual([["migrate", { environment, flags: { "data-dir": "./data" } }]]);
});

test("secrets status, rotate and drop pass settings, the id and --json", async () => {
  const flags = { "data-dir": "./data" };
  expect((await run("secrets", "status")).calls).toStrictEqual([["readSecrets", sources(), { json: false }]]);
  const rotated = await run("secrets", "rotate", "--data-dir", "./data", "--json");
  expect(rotated.calls).toStrictEqual([["rotateSecrets", sources(flags), { json: true }]]);
  expect((await run("secrets", "drop", "a")).calls).toStrictEqual([["dropSecret", sources(), "a", { json: false }]]);
  expect((await run("secrets", "drop")).exitCode).toBe(2);
});

test("login-link passes on its options separately from settings", async () => {
  const { calls } = await run("login-link", "--email", "ada@example.com", "--data-dir", "./data", "--json");
  const input = { email: "ada@example.com" };
  expect(calls).toStrictEqual([["createLoginLink", sources({ "data-dir": "./data" }), input, { json: true }]]);
  expect((await run("login-link")).calls).toStrictEqual([["createLoginLink", sources(), {}, { json: false }]]);
});

test("backup, restore, resume, migrate-database and doctor pass on their arguments", async () => {
  const calls = async (...args: string[]) => (await run(...args)).calls;
  expect(await calls("backup", "a.backup", "--passphrase-file", "p", "--data-dir", "./data")).toStrictEqual([
    ["backup", sources({ "data-dir": "./data" }), "a.backup", { passphraseFile: "p" }],
  ]);
  expect(await calls("restore", "-", "--verify")).toStrictEqual([["restore", sources(), "-", { verifies: true }]]);
  expect(await calls("restore", "a.backup")).toStrictEqual([["restore", sources(), "a.backup", { verifies: false }]]);
  expect(await calls("resume")).toStrictEqual([["resume", sources()]]);
  expect(await calls("migrate-database", "--to", "postgres://db/wayfare")).toStrictEqual([
    ["moveDatabase", sources(), "postgres://db/wayfare"],
  ]);
  expect(await calls("doctor", "--json")).toStrictEqual([["runDoctor", sources(), { json: true }]]);
});

test("rejects a passphrase as a flag and migrate-database without a target", async () => {
  expect(await run("backup", "a.backup", "--passphrase", "x")).toMatchObject({ exitCode: 2, calls: [] });
  expect(await run("migrate-database")).toMatchObject({ exitCode: 2, calls: [] });
});

const sources = (flags: Record<string, string> = {}) => ({ environment, flags });

test("keys create passes on its options with lists split, separately from settings", async () => {
  const typed =
    "keys create --environment live --scopes usage.write,flights.search, --name ci --application app_1 --json " +
    "--allow 10.0.0.0/8,::1 --expires-at 2030-01-01T00:00:00Z --max-searches 200/day --max-bookings 5/month --account acct_1 --create --data-dir ./data";
  const { calls } = await run(...typed.split(" "));
  const input = {
    environment: "live",
    scopes: ["usage.write", "flights.search"],
    name: "ci",
    applicationId: "app_1",
    ipAllowlist: ["10.0.0.0/8", "::1"],
    expiresAt: "2030-01-01T00:00:00Z",
    usageLimits: { searches: { max: 200, period: "day" }, bookings: { max: 5, period: "month" } },
    accountId: "acct_1",
  };
  expect(calls).toStrictEqual([["createKey", sources({ "data-dir": "./data" }), input, { json: true, creates: true }]]);
});

test("keys create without options leaves validation to the service", async () => {
  expect((await run("keys", "create")).calls).toStrictEqual([
    ["createKey", sources(), {}, { json: false, creates: false }],
  ]);
});

test("keys list and keys revoke pass on filters, the id and the account", async () => {
  const { calls } = await run("keys", "list", "--environment", "test", "--status", "active", "--idle", "--data-dir=x");
  const filter = { environment: "test", status: "active", idle: true };
  expect(calls).toStrictEqual([["listKeys", sources({ "data-dir": "x" }), filter, { json: false }]]);
  const revocation = await run("keys", "revoke", "ak_1", "--account", "acct_1", "--json");
  expect(revocation.calls).toStrictEqual([["revokeKey", sources(), "ak_1", { accountId: "acct_1" }, { json: true }]]);
});

test("the help of keys create lists its options and, of the settings, the place of the data", async () => {
  const { output } = await run("keys", "create", "--help");
  expect(output).toMatch(/--expires-at <time>/);
  expect(output).toMatch(/--data-dir <value>\s+Data directory\. \(DATA_DIR\)/);
  expect(output).not.toContain("--host");
  expect(await run("keys", "list", "--host=::1")).toMatchObject({ calls: [], exitCode: 2 });
});

test("search passes on the places, the date and its options", async () => {
  const service = { url: "http://localhost:8080", key: undefined };
  const places = { origin: "JFK", destination: "city:LON", departureDate: "2027-01-20" };
  expect((await run("search", "JFK", "city:LON", "2027-01-20")).calls).toStrictEqual([
    ["search", service, { ...places, travelers: { adults: 1 }, limit: 10, json: false }],
  ]);
  const typed =
    "--return 2027-01-27 --cabin business --adults 2 --children 1 --infants-in-seat 1 --ages 7,1 --nonstop --limit 3 --url http://other --json";
  expect((await run("search", "JFK", "city:LON", "2027-01-20", ...typed.split(" "))).calls).toStrictEqual([
    [
      "search",
      { url: "http://other", key: undefined },
      {
        ...places,
        returnDate: "2027-01-27",
        cabin: "business",
        travelers: { adults: 2, children: 1, infantsInSeat: 1, ages: [7, 1] },
        maxStops: 0,
        limit: 3,
        json: true,
      },
    ],
  ]);
  for (const wrong of [
    ["--adults", "two"],
    ["--ages", "7;1"],
  ]) {
    expect(await run("search", "JFK", "LHR", "2027-01-20", ...wrong)).toMatchObject({ calls: [], exitCode: 2 });
  }
});

test("search passes on lists of places and the slices of a multi-city trip", async () => {
  const service = { url: "http://localhost:8080", key: undefined };
  const rest = { travelers: { adults: 1 }, limit: 10, json: false };
  const flexible = ["--nearby-km", "100", "--flexible-days", "3"];
  expect((await run("search", "JFK,BOS", "LHR", "2027-01-20", ...flexible)).calls).toStrictEqual([
    [
      "search",
      service,
      {
        origin: ["JFK", "BOS"],
        destination: "LHR",
        departureDate: "2027-01-20",
        nearbyKm: 100,
        flexibleDays: 3,
        ...rest,
      },
    ],
  ]);
  const slices = ["--slice", "JFK,LHR,2027-01-20", "--slice", "city:PAR,JFK,2027-01-27"];
  expect((await run("search", ...slices)).calls).toStrictEqual([
    [
      "search",
      service,
      {
        slices: [
          { origin: "JFK", destination: "LHR", departureDate: "2027-01-20" },
          { origin: "city:PAR", destination: "JFK", departureDate: "2027-01-27" },
        ],
        ...rest,
      },
    ],
  ]);
  for (const wrong of [["JFK", ...slices], ["JFK", "LHR"], [], ["--slice", "JFK,LHR"]]) {
    expect(await run("search", ...wrong)).toMatchObject({ calls: [], exitCode: 2 });
  }
  expect((await run("search", "JFK")).output).toContain("a destination and a date are required");
});

test("search passes on the latest arrival and conditions on fares", async () => {
  const terms = ["--arrive-by", "2027-01-21T09:00", "--no-basic", "--self-transfer"];
  terms.push("--carry-on", "1", "--checked-bags", "2");
  expect((await run("search", "JFK", "LHR", "2027-01-20", ...terms)).calls).toMatchObject([
    [
      "search",
      {},
      {
        arriveBy: "2027-01-21T09:00",
        excludeBasic: true,
        allowSelfTransfer: true,
        minCarryOnBags: 1,
        minCheckedBags: 2,
      },
    ],
  ]);
});

test("wrong arguments point to the help of their command", async () => {
  expect((await run("keys", "list", "--colour")).output).toContain("(run wayfare keys list --help for its usage)");
  expect((await run("serach")).output).toMatch(/Did you mean search/);
});

test("--version prints only the version", async () => {
  expect(await run("--version")).toStrictEqual({ calls: [], output: "1.2.3\n", exitCode: 0 });
});

test("the help of start lists every setting with its variable", async () => {
  const { output } = await run("start", "--help");
  expect(output).toMatch(/--data-dir <value>\s+Data directory\. \(DATA_DIR\)/);
});

test.each([
  [["begin"], /unknown command 'begin'/],
  [["start", "--data-directory", "x"], /unknown option '--data-directory'/],
  [["start", "extra"], /too many arguments/],
  [["start", "--host"], /argument missing/],
  [["keys", "make"], /unknown command 'make'/],
  [["keys", "create", "--scope", "x"], /unknown option '--scope'.*Did you mean --scopes/s],
  [["keys", "list", "extra"], /too many arguments/],
  [["keys", "revoke"], /missing required argument 'id'/],
  [["keys", "revoke", "ak_1", "ak_2"], /too many arguments/],
])("rejects %j without running an action", async (args, message) => {
  const { calls, output, exitCode } = await run(...args);
  expect(calls).toStrictEqual([]);
  expect(exitCode).toBe(2);
  expect(output).toMatch(message);
});

test("formats operator errors without a stack and bugs with one", () => {
  const named = (name: string) => Object.assign(new Error("what to do"), { name });
  expect(formatError(named("DataDirectoryError"))).toBe("wayfare: what to do");
  expect(formatError(Object.assign(new Error("port in use"), { syscall: "listen" }))).toBe("wayfare: port in use");
  expect(formatError(new TypeError("defect"))).toMatch(/^wayfare: TypeError: defect\n +at /);
  expect(formatError("text")).toBe("wayfare: text");
});

test("formats a domain error as its message, or as every validation error with its flag", () => {
  expect(formatError(new DomainError("NOT_FOUND", { detail: "No such key: ak_1." }))).toBe(
    "wayfare: No such key: ak_1.",
  );
  const name = { pointer: "/name", code: "REQUIRED" as const, detail: "Required." };
  const range = { pointer: "/ipAllowlist/0", code: "ADDRESS_RANGE" as const, detail: '"x" is not an IP address.' };
  expect(formatError(new DomainError("REQUEST_INVALID", { detail: "…", errors: [name] }))).toBe(
    "wayfare: --name: Required.",
  );
  expect(formatError(new DomainError("REQUEST_INVALID", { detail: "…", errors: [name, range] }))).toBe(
    'wayfare: invalid arguments:\n  --name: Required.\n  --allow: "x" is not an IP address.',
  );
});

test("removes the member from the start of a detail, because the flag names it", () => {
  const scope = { pointer: "/scopes/0", code: "ENUM" as const, detail: "`scopes.0` is not a scope." };
  const error = new DomainError("REQUEST_INVALID", { detail: "…", errors: [scope] });
  expect(formatError(error)).toBe("wayfare: --scopes: is not a scope.");
});

test("formats errors as JSON with a stable shape", () => {
  const named = (name: string, members = {}) => Object.assign(new Error("what to do"), { name, ...members });
  const errorOf = (error: unknown): unknown => JSON.parse(formatJsonError(error));
  const expected = (code: string) => ({ error: { code, message: "what to do" } });
  expect(errorOf(named("DataDirectoryError", { code: "IN_USE" }))).toEqual(expected("DATA_DIRECTORY"));
  expect(errorOf(named("NotFoundError", { code: "NOT_FOUND", requestId: null }))).toEqual(expected("NOT_FOUND"));
  expect(errorOf(named("Error", { syscall: "listen", code: "EADDRINUSE" }))).toEqual(expected("SYSTEM"));
  expect(errorOf(named("TypeError"))).toEqual(expected("INTERNAL"));
  expect(errorOf("what to do")).toEqual(expected("INTERNAL"));
  const name = { pointer: "/name", code: "REQUIRED" as const, detail: "Required." };
  expect(errorOf(new DomainError("REQUEST_INVALID", { detail: "Invalid.", errors: [name] }))).toEqual({
    error: { code: "REQUEST_INVALID", message: "Invalid.", errors: [{ argument: "--name", detail: "Required." }] },
  });
});

test("billing passes on a command with numbers and lists parsed, and leaves validation to the service", async () => {
  const typed =
    "billing coupon --code spring --percent 20 --periods 3 --max-redemptions many --plans pro,scale --data-dir=x";
  const coupon = {
    do: "create_coupon",
    code: "spring",
    percent: "20",
    periods: 3,
    maxRedemptions: "many",
    plans: ["pro", "scale"],
  };
  expect((await run(...typed.split(" "))).calls).toStrictEqual([["bill", sources({ "data-dir": "x" }), coupon]]);
  const note = await run("billing", "credit-note", "inv_1", "--amount", "5", "--reason", "Charged twice");
  const creditNote = { do: "credit_invoice", invoiceId: "inv_1", amount: "5", reason: "Charged twice" };
  expect(note.calls).toStrictEqual([["bill", sources(), creditNote]]);
  for (const [command, action] of [
    ["paid", "pay_invoice"],
    ["void", "void_invoice"],
  ] as const) {
    const { calls } = await run("billing", command, "inv_1");
    expect(calls).toStrictEqual([["bill", sources(), { do: action, invoiceId: "inv_1" }]]);
  }
  const ended = await run("billing", "disable-coupon", "--code", "spring", "--environment", "test");
  const end = { do: "disable_coupon", code: "spring", environment: "test" };
  expect(ended.calls).toStrictEqual([["bill", sources(), end]]);
});

test("quotas settle passes on the account and --journals-lost", async () => {
  const { calls } = await run("quotas", "settle", "--account", "acct_a", "--journals-lost", "--json");
  expect(calls).toMatchObject([["settleQuotas", {}, { accountId: "acct_a", journalsLost: true }, { json: true }]]);
  expect((await run("quotas", "settle")).calls).toMatchObject([["settleQuotas", {}, {}, { json: false }]]);
});

test("suppliers test duffel passes on the environment, the date and the format", async () => {
  const { calls } = await run("suppliers", "test", "duffel", "--departure-date", "2027-02-10", "--json");
  expect(calls).toStrictEqual([["testDuffel", environment, { departureDate: "2027-02-10" }, { json: true }]]);
});

test("accounts and operators pass their arguments on", async () => {
  const id = "acct_1";
  const commands: [args: string[], command: object, json?: boolean][] = [
    [
      [
        "accounts",
        "create",
        "--name",
        "Shop",
        "--owner-email",
        "a@example.com",
        "--plan",
        "pro",
        "--keys",
        "test, live",
      ],
      { do: "create", name: "Shop", ownerEmail: "a@example.com", plan: "pro", keys: ["test", "live"] },
    ],
    [
      ["accounts", "list", "--status", "closed", "--limit", "5", "--json"],
      { do: "list", status: "closed", limit: 5 },
      true,
    ],
    [["accounts", "show", id], { do: "show", id }],
    [["accounts", "suspend", id, "--reason", "Fraud"], { do: "suspend", id, reason: "Fraud" }],
    [["accounts", "resume", id], { do: "resume", id }],
    [["accounts", "close", id, "--grace-days", "0"], { do: "close", id, graceDays: 0 }],
    [["accounts", "close", id, "--grace-days", "soon"], { do: "close", id, graceDays: "soon" }],
    [["accounts", "set-plan", id, "scale"], { do: "set_plan", id, plan: "scale" }],
    [["accounts", "verify-domain", id, "a.example"], { do: "verify_domain", id, domain: "a.example" }],
    [["accounts", "release-domain", id, "a.example"], { do: "release_domain", id, domain: "a.example" }],
    [["accounts", "erase", id, "--dry-run"], { do: "erase", id, dryRun: true }],
    [["accounts", "erase", id, "--confirm-name", "Shop"], { do: "erase", id, confirmName: "Shop" }],
    [["operators", "add", "--email", "a@example.com"], { do: "add_operator", email: "a@example.com" }],
  ];
  for (const [args, command, json = false] of commands) {
    expect((await run(...args)).calls).toStrictEqual([["manageAccounts", sources(), command, { json }]]);
  }
  expect((await run("accounts", "suspend", id)).exitCode).not.toBe(0);
  expect((await run("accounts", "export", id)).calls).toStrictEqual([["exportAccount", sources(), id, "-"]]);
  const { calls } = await run("accounts", "export", id, "--output", "a.ndjson");
  expect(calls).toStrictEqual([["exportAccount", sources(), id, "a.ndjson"]]);
});

test("plans pass their arguments on", async () => {
  const commands: [args: string[], command: object, file?: string | undefined, json?: boolean][] = [
    [["plans", "list", "--json"], { do: "list" }, undefined, true],
    [["plans", "show", "pro"], { do: "show", name: "pro" }],
    [["plans", "create", "--file", "pro.json"], { do: "create" }, "pro.json"],
    [["plans", "create", "--file", "-", "--preview"], { do: "preview" }, "-"],
    [["plans", "change", "pro", "--visibility", "hidden"], { do: "change", name: "pro", visibility: "hidden" }],
    [["plans", "change", "pro", "--retire"], { do: "change", name: "pro", retired: true }],
    [["plans", "change", "pro", "--sell"], { do: "change", name: "pro", retired: false }],
  ];
  for (const [args, command, file, json = false] of commands) {
    expect((await run(...args)).calls).toStrictEqual([["managePlans", sources(), command, { json, file }]]);
  }
  expect((await run("plans", "create")).exitCode).not.toBe(0);
});

test("commands about the state of the deployment pass their arguments on", async () => {
  const cases: [args: string[], command: object, json?: true][] = [
    [["audit", "--json"], { do: "audit" }, true],
    [
      [
        "audit",
        "--account",
        "acct_1",
        "--actor",
        "usr_1",
        "--type",
        "key.revoked",
        "--from",
        "2026-11-01",
        "--limit",
        "7",
      ],
      { do: "audit", accountId: "acct_1", actorId: "usr_1", type: "key.revoked", from: "2026-11-01", limit: 7 },
    ],
    [["queues"], { do: "queues" }],
    [["suppliers", "list"], { do: "suppliers" }],
    [["health", "--json"], { do: "health" }, true],
  ];
  for (const [args, command, json = false] of cases) {
    const { calls } = await run(...args);
    expect(calls).toStrictEqual([["showStatus", sources(), command, { json }]]);
  }
});
