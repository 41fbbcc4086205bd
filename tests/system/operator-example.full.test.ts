import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type Invoice, Wayfare } from "@wayfare/sdk";
import { afterAll, beforeAll, expect, it } from "vitest";
import { eventually } from "../eventually.ts";
import { type RunningService, startService } from "../running-service.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const launcher = fileURLToPath(new URL("../../packages/cli/bin/wayfare.mjs", import.meta.url));
const script = "examples/operator/second-account.sh";

let service: RunningService;

beforeAll(async () => {
  service = await startService();
});

afterAll(() => service.stop());

const listInvoices = (apiKey: string): Promise<Invoice[]> =>
  Array.fromAsync(new Wayfare({ baseUrl: service.url, apiKey }).billing.listInvoices());

it("leads from a new service to a second, paying account with a live key that works", async () => {
  const env = { ...process.env, DATA_DIR: service.directory, WAYFARE_URL: service.url };
  const { stdout } = await promisify(execFile)("sh", [script, "Second Travel", "owner@example.com"], {
    cwd: root,
    env,
  });
  const valueOf = (label: string) => new RegExp(`^${label}: +(\\S+)$`, "m").exec(stdout)?.[1] ?? "";
  expect(valueOf("Plan")).toBe("pro");
  const second = new Wayfare({ baseUrl: service.url, apiKey: valueOf("Live key") });
  const account = await second.account.get();
  expect(account).toMatchObject({ id: valueOf("Account"), name: "Second Travel" });
  expect(await listInvoices(valueOf("Live key"))).toMatchObject([{ status: "open", due: { amount: "49.00" } }]);

  // The two accounts are separate.
  const first = new Wayfare({ baseUrl: service.url, apiKey: service.key });
  expect((await first.account.get()).id).not.toBe(account.id);
  expect(await listInvoices(service.key)).toEqual([]);
  // Neither has the scopes of operators, not even the key of the first start.
  for (const client of [first, second])
    await expect(client.customerAccounts.list()).rejects.toMatchObject({ status: 403 });

  // The owner's link signs in to the new account.
  const token = new URL(valueOf("Owner link")).hash.slice(1);
  const session = await fetch(`${service.url}/portal/session/link`, {
    method: "POST",
    headers: { "content-type": "application/json", "sec-fetch-site": "same-origin" },
    body: JSON.stringify({ token }),
  });
  expect(await session.json()).toMatchObject({ account: { id: account.id }, role: "owner", operator: false });
});

it("exports and erases the second account with the command line", async () => {
  const env = { ...process.env, DATA_DIR: service.directory };
  const wayfare = (...args: string[]) => promisify(execFile)(process.execPath, [launcher, ...args], { env });
  const { data }: { data: { id: string }[] } = JSON.parse(
    (await wayfare("accounts", "list", "--search", "Second Travel", "--json")).stdout,
  );
  const id = data[0]?.id ?? "no account";
  const file = join(service.directory, "export.ndjson");
  await wayfare("accounts", "export", id, "--output", file);
  const text = readFileSync(file, "utf8");
  expect(text).toMatch(/"type":"invoice_pdf"/);
  expect(text.trimEnd().split("\n").at(-1)).toMatch(/^{"type":"end"/);
  await expect(wayfare("accounts", "export", id, "--output", file)).rejects.toThrow("already exists");
  const erase = async (...flags: string[]): Promise<unknown> =>
    JSON.parse((await wayfare("accounts", "erase", id, ...flags)).stdout);
  expect(await erase("--dry-run")).toMatchObject({ status: "dry_run", rows: { invoices: 1 } });
  expect(await erase("--confirm-name", "Second Travel")).toMatchObject({ status: "running" });
  await eventually(async () => {
    expect((await wayfare("accounts", "show", id)).stdout).toContain("Erased account");
  });
});

it("the script has three calls", async () => {
  const { stdout } = await promisify(execFile)("grep", ["-cE", "=\\$\\((npx|curl)", script], { cwd: root });
  expect(Number(stdout)).toBe(3);
});
