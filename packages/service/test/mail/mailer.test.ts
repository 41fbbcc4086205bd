import { runUnitOfWork } from "@wayfare/database";
import { describe, expect, test } from "vitest";
import { testDatabaseKinds } from "../../../../tests/databases.ts";
import {
  makeRecipientHash,
  maxMailsPerAccountAndDay,
  maxMailsPerRecipientAndHour,
  noMailer,
} from "../../src/mail/mailer.ts";
import { deleteMailsOfAccount, deleteMailsTo } from "../../src/mail/store.ts";
import { startMs, testSecrets } from "../running-app.ts";
import { listMails, openOutbox, signInLink } from "./mail-fixture.ts";

describe.each(testDatabaseKinds)("on %s", (kind) => {
  test("stores neither the address nor the link in plain text", async () => {
    const { database, enqueue } = await openOutbox(kind);
    await enqueue("ada@example.com");
    const [row] = await database.query<{ text: string }>("SELECT mails::text AS text FROM mails LIMIT 1");
    const bytes = [...(row?.text ?? "").matchAll(/\\x([0-9a-f]+)/g)].map(([, hex = ""]) => Buffer.from(hex, "hex"));
    expect(bytes.length).toBeGreaterThan(1);
    const stored = `${row?.text}${Buffer.concat(bytes).toString("latin1")}`;
    expect(stored).not.toMatch(/ada@|example\.com|secret-token/);
  });

  test("enqueues nothing if the transaction is rolled back", async () => {
    const { database, mailer } = await openOutbox(kind);
    const work = runUnitOfWork(database, startMs, async (unit) => {
      await mailer.enqueue(unit, { to: "ada@example.com", accountId: null, content: signInLink });
      throw new Error("rolled back");
    });
    await expect(work).rejects.toThrow("rolled back");
    expect(await listMails(database)).toEqual([]);
  });

  test("limits mails to one recipient for an hour, in any case of the address", async () => {
    const { enqueue, advance } = await openOutbox(kind);
    for (let at = 0; at < maxMailsPerRecipientAndHour; at++) {
      expect(await enqueue(at % 2 === 0 ? "ada@example.com" : "ADA@example.com")).toBe(true);
    }
    expect(await enqueue("ada@example.com")).toBe(false);
    expect(await enqueue("bob@example.com")).toBe(true);
    advance(3_600_000);
    expect(await enqueue("ada@example.com")).toBe(true);
  });

  test("limits mails of one account for a day", async () => {
    const { database, enqueue, advance } = await openOutbox(kind);
    await enqueue("ada@example.com", signInLink, "acct_1");
    await database.execute(
      `INSERT INTO mails (id, account_id, kind, recipient_hash, due_at, expires_at, created_at, finished_at, outcome)
       SELECT 'mail_' || number, account_id, kind, '\\x00', due_at, expires_at, created_at, created_at, 'sent'
       FROM mails, generate_series(2, $1::int) AS number`,
      [maxMailsPerAccountAndDay],
    );
    expect(await enqueue("bob@example.com", signInLink, "acct_1")).toBe(false);
    expect(await enqueue("bob@example.com", signInLink, "acct_2")).toBe(true);
    advance(86_400_000);
    expect(await enqueue("bob@example.com", signInLink, "acct_1")).toBe(true);
  });

  test.each([
    "ada",
    "ada@example.com, eve@example.com",
    "ada@example.com\nBcc: eve@example.com",
    "<ada@example.com>",
    '"ada"@example.com',
    "ada@example.com;eve@example.com",
    `${"a".repeat(250)}@example.com`,
  ])("enqueues nothing to the address %j", async (address) => {
    const { database, enqueue } = await openOutbox(kind);
    expect(await enqueue(address)).toBe(false);
    expect(await listMails(database)).toEqual([]);
  });

  test("erases the mails of an account or to an address", async () => {
    const { database, enqueue } = await openOutbox(kind);
    await enqueue("ada@example.com", signInLink, "acct_1");
    await enqueue("bob@example.com", signInLink, "acct_2");
    await enqueue("bob@example.com", signInLink, null);
    expect(await deleteMailsOfAccount(database, "acct_1")).toBe(1);
    expect(await deleteMailsTo(database, makeRecipientHash(testSecrets)("Bob@example.com"))).toBe(2);
  });
});

test("the mailer without SMTP enqueues nothing", async () => {
  const unit = { tx: { query: () => Promise.reject(new Error("used")) }, wallMs: 0 };
  expect(noMailer.isEnabled).toBe(false);
  // @ts-expect-error -- it uses no database
  expect(await noMailer.enqueue(unit, { to: "ada@example.com", accountId: null, content: signInLink })).toBe(false);
});
