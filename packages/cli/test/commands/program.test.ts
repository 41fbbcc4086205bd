import { DomainError } from "@wayfare/service";
import { type Command, CommanderError } from "commander";
import { expect, test } from "vitest";
import { type Actions, createProgram, describeFailure } from "../../src/commands/program.ts";

const settings = [
  { flag: "--host", variable: "HOST", description: "Address to listen on." },
  { flag: "--data-dir", variable: "DATA_DIR", description: "Where data goes." },
];
const environment = { HOST: "0.0.0.0" };

async function run(...args: string[]): Promise<{ calls: unknown[][]; output: string; exitCode: number }> {
  const calls: unknown[][] = [];
  let output = "";
  const note =
    (name: keyof Actions) =>
    async (...given: unknown[]): Promise<void> =>
      void calls.push([name, ...given]);
  const actions: Actions = {
    start: note("start"),
    migrate: note("migrate"),
    createKey: note("createKey"),
    listKeys: note("listKeys"),
    revokeKey: note("revokeKey"),
    createLoginLink: note("createLoginLink"),
    bill: note("bill"),
    readSecrets: note("readSecrets"),
    rotateSecrets: note("rotateSecrets"),
    dropSecret: note("dropSecret"),
    settleQuotas: note("settleQuotas"),
    backup: note("backup"),
    restore: note("restore"),
    resume: note("resume"),
    moveDatabase: note("moveDatabase"),
    examine: note("examine"),
  };
  const program = createProgram({ version: "1.2.3", environment, settings, actions });
  const write = (text: string) => {
    output += text;
  };
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
    return { calls, output, exitCode: error.exitCode };
  }
}

test("start hands on the environment and only the flags that were given", async () => {
  const { calls } = await run("start", "--data-dir", "./elsewhere");
  expect(calls).toStrictEqual([["start", { environment, flags: { "data-dir": "./elsewhere" } }]]);
});

test("migrate takes the same flags", async () => {
  const { calls } = await run("migrate", "--host=::1");
  expect(calls).toStrictEqual([["migrate", { environment, flags: { host: "::1" } }]]);
});

test("secrets status, rotate and drop pass settings, the id and --json", async () => {
  const flags = { "data-dir": "./elsewhere" };
  expect((await run("secrets", "status")).calls).toStrictEqual([["readSecrets", sources(), { json: false }]]);
  const rotated = await run("secrets", "rotate", "--data-dir", "./elsewhere", "--json");
  expect(rotated.calls).toStrictEqual([["rotateSecrets", sources(flags), { json: true }]]);
  expect((await run("secrets", "drop", "a")).calls).toStrictEqual([["dropSecret", sources(), "a", { json: false }]]);
  expect((await run("secrets", "drop")).exitCode).toBe(1);
});

test("login-link hands on whom it is for, and settings apart from it", async () => {
  const { calls } = await run("login-link", "--email", "ada@example.com", "--data-dir", "./elsewhere", "--json");
  const order = { email: "ada@example.com" };
  expect(calls).toStrictEqual([["createLoginLink", sources({ "data-dir": "./elsewhere" }), order, { json: true }]]);
  expect((await run("login-link")).calls).toStrictEqual([["createLoginLink", sources(), {}, { json: false }]]);
});

test("backup, restore, resume, migrate-database and doctor hand on what was typed", async () => {
  const calls = async (...args: string[]) => (await run(...args)).calls;
  expect(await calls("backup", "a.backup", "--passphrase-file", "p", "--data-dir", "./elsewhere")).toStrictEqual([
    ["backup", sources({ "data-dir": "./elsewhere" }), "a.backup", { passphraseFile: "p" }],
  ]);
  expect(await calls("restore", "-", "--verify")).toStrictEqual([["restore", sources(), "-", { verifies: true }]]);
  expect(await calls("restore", "a.backup")).toStrictEqual([["restore", sources(), "a.backup", { verifies: false }]]);
  expect(await calls("resume")).toStrictEqual([["resume", sources()]]);
  expect(await calls("migrate-database", "--to", "postgres://db/wayfare")).toStrictEqual([
    ["moveDatabase", sources(), "postgres://db/wayfare"],
  ]);
  expect(await calls("doctor", "--json")).toStrictEqual([["examine", sources(), { json: true }]]);
});

test("a passphrase is not taken as a flag, and migrate-database needs its target", async () => {
  expect(await run("backup", "a.backup", "--passphrase", "x")).toMatchObject({ exitCode: 1, calls: [] });
  expect(await run("migrate-database")).toMatchObject({ exitCode: 1, calls: [] });
});

const sources = (flags: Record<string, string> = {}) => ({ environment, flags });

test("keys create hands on what was typed, lists split, and settings apart from it", async () => {
  const typed =
    "keys create --environment live --scopes usage.write,flights.search, --name ci --application app_1 --json " +
    "--allow 10.0.0.0/8,::1 --expires-at 2030-01-01T00:00:00Z --account acct_1 --data-dir ./elsewhere";
  const { calls } = await run(...typed.split(" "));
  const order = {
    environment: "live",
    scopes: ["usage.write", "flights.search"],
    name: "ci",
    applicationId: "app_1",
    ipAllowlist: ["10.0.0.0/8", "::1"],
    expiresAt: "2030-01-01T00:00:00Z",
    accountId: "acct_1",
  };
  expect(calls).toStrictEqual([["createKey", sources({ "data-dir": "./elsewhere" }), order, { json: true }]]);
});

test("keys create without flags leaves it to the service to name what is missing", async () => {
  expect((await run("keys", "create")).calls).toStrictEqual([["createKey", sources(), {}, { json: false }]]);
});

test("keys list and keys revoke hand on filters, the id and the account", async () => {
  const { calls } = await run("keys", "list", "--environment", "test", "--status", "active", "--idle", "--host=::1");
  const question = { environment: "test", status: "active", idle: true };
  expect(calls).toStrictEqual([["listKeys", sources({ host: "::1" }), question, { json: false }]]);
  const revocation = await run("keys", "revoke", "ak_1", "--account", "acct_1", "--json");
  expect(revocation.calls).toStrictEqual([["revokeKey", sources(), "ak_1", { accountId: "acct_1" }, { json: true }]]);
});

test("the help of a command of keys names its own flags and every setting", async () => {
  const { output } = await run("keys", "create", "--help");
  expect(output).toMatch(/--expires-at <instant>/);
  expect(output).toMatch(/--data-dir <value>\s+Where data goes\. \(DATA_DIR\)/);
});

test("--version prints the version and does nothing else", async () => {
  expect(await run("--version")).toStrictEqual({ calls: [], output: "1.2.3\n", exitCode: 0 });
});

test("the help of a command names every setting and its variable", async () => {
  const { output } = await run("start", "--help");
  expect(output).toMatch(/--data-dir <value>\s+Where data goes\. \(DATA_DIR\)/);
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
])("%j is refused and nothing is started", async (args, message) => {
  const { calls, output, exitCode } = await run(...args);
  expect(calls).toStrictEqual([]);
  expect(exitCode).toBe(1);
  expect(output).toMatch(message);
});

test("an operator's fault is shown without a stack, a defect with one", () => {
  const named = (name: string) => Object.assign(new Error("what to do"), { name });
  expect(describeFailure(named("DataDirectoryError"))).toBe("wayfare: what to do");
  expect(describeFailure(Object.assign(new Error("port in use"), { syscall: "listen" }))).toBe("wayfare: port in use");
  expect(describeFailure(new TypeError("defect"))).toMatch(/^wayfare: TypeError: defect\n +at /);
  expect(describeFailure("text")).toBe("wayfare: text");
});

test("a refusal is its sentence, or every fault with the flag that it is about", () => {
  expect(describeFailure(new DomainError("NOT_FOUND", { detail: "There is no key ak_1." }))).toBe(
    "wayfare: There is no key ak_1.",
  );
  const name = { pointer: "/name", code: "REQUIRED" as const, detail: "name is missing." };
  const range = { pointer: "/ipAllowlist/0", code: "ADDRESS_RANGE" as const, detail: '"x" is no address.' };
  expect(describeFailure(new DomainError("REQUEST_INVALID", { detail: "…", errors: [name] }))).toBe(
    "wayfare: --name: name is missing.",
  );
  expect(describeFailure(new DomainError("REQUEST_INVALID", { detail: "…", errors: [name, range] }))).toBe(
    'wayfare: the arguments cannot be used:\n  --name: name is missing.\n  --allow: "x" is no address.',
  );
});

test("billing hands on an order, with numbers and lists read, and leaves the rest to the service", async () => {
  const typed = "billing coupon --code spring --percent 20 --periods 3 --most many --plans pro,scale --host=::1";
  const coupon = {
    do: "create_coupon",
    code: "spring",
    percent: "20",
    periods: 3,
    most: "many",
    plans: ["pro", "scale"],
  };
  expect((await run(...typed.split(" "))).calls).toStrictEqual([["bill", sources({ host: "::1" }), coupon]]);
  const note = await run("billing", "credit-note", "inv_1", "--amount", "5", "--reason", "Charged twice");
  const order = { do: "credit_invoice", invoiceId: "inv_1", amount: "5", reason: "Charged twice" };
  expect(note.calls).toStrictEqual([["bill", sources(), order]]);
  for (const [command, what] of [
    ["paid", "pay_invoice"],
    ["void", "void_invoice"],
  ] as const) {
    const { calls } = await run("billing", command, "inv_1");
    expect(calls).toStrictEqual([["bill", sources(), { do: what, invoiceId: "inv_1" }]]);
  }
  const ended = await run("billing", "end-coupon", "--code", "spring", "--environment", "test");
  const end = { do: "disable_coupon", code: "spring", environment: "test" };
  expect(ended.calls).toStrictEqual([["bill", sources(), end]]);
});

test("quotas settle passes on the account and the declaration that journals are lost", async () => {
  const { calls } = await run("quotas", "settle", "--account", "acct_a", "--journals-lost", "--json");
  expect(calls).toMatchObject([["settleQuotas", {}, { accountId: "acct_a", journalsLost: true }, { json: true }]]);
  expect((await run("quotas", "settle")).calls).toMatchObject([["settleQuotas", {}, {}, { json: false }]]);
});
