import { type Database, runUnitOfWork } from "@wayfare/database";
import { describe, expect, test } from "vitest";
import { testDatabaseKinds } from "../../../../tests/databases.ts";
import { insertUser } from "../../src/identity/users/store.ts";
import { mailPurpose, makeMailer, noMailer } from "../../src/mail/mailer.ts";
import { makeNotices } from "../../src/notices/notices.ts";
import { makeSecretBox } from "../../src/secrets/secret-box.ts";
import { startApp } from "../access-app.ts";
import { signInAs } from "../browser-session.ts";
import { startMs, testSecrets } from "../running-app.ts";

const publicUrl = "http://localhost:8080";
const mailer = makeMailer({ secrets: testSecrets, publicUrl });

interface OpenedMail {
  kind: string;
  to: string;
  subject: string;
  text: string;
}

/** Opens the mails of the outbox, by recipient. */
async function openMails(database: Database): Promise<OpenedMail[]> {
  const box = makeSecretBox(testSecrets, mailPurpose);
  const rows = await database.query<{ kind: string; sealed: Buffer }>(
    "SELECT kind, sealed_message AS sealed FROM mails ORDER BY id LIMIT 1000",
  );
  return rows
    .map(({ kind, sealed }): OpenedMail => ({ kind, ...JSON.parse(box.open(sealed)) }))
    .toSorted((a, b) => a.to.localeCompare(b.to));
}

const alert = {
  environment: "live",
  webhookId: "whk_1",
  url: "https://hooks.example/in",
  firstFailedAtMs: startMs,
  failures: 20,
  nowMs: startMs,
} as const;

describe.each(testDatabaseKinds)("on %s", (kind) => {
  async function startTeam() {
    const { app, database } = await startApp(kind, { mailer });
    const roles = ["owner", "developer", "billing", "viewer"] as const;
    for (const role of roles) {
      await insertUser(database, { accountId: app.accountId, role, email: `${role}@example.com` }, startMs);
    }
    return { app, database, accountId: app.accountId };
  }

  test("mails a failing or disabled endpoint to owners and developers", async () => {
    const { database, accountId } = await startTeam();
    const { endpointAlert } = makeNotices(mailer);
    await endpointAlert(database, { ...alert, accountId, kind: "failing", reason: null });
    await endpointAlert(database, { ...alert, accountId, kind: "disabled", reason: "Endpoint returned 410 Gone." });
    const mails = await openMails(database);
    expect(mails.map(({ to, kind: mailKind }) => `${to} ${mailKind}`).toSorted()).toEqual([
      "developer@example.com webhook_disabled",
      "developer@example.com webhook_failing",
      "owner@example.com webhook_disabled",
      "owner@example.com webhook_failing",
    ]);
    expect(mails[0]?.text).toContain("http://localhost:8080/webhooks/whk_1");
  });

  test("mails steps of dunning to owners and billing users", async () => {
    const { database, accountId } = await startTeam();
    const notice = { accountId, environment: "live", nowMs: startMs } as const;
    const due = { amount: "49.00", currency: "USD" } as const;
    const { dunning } = makeNotices(mailer);
    await dunning(database, {
      ...notice,
      step: { kind: "payment_failed", number: "WF-1", due, dueAtMs: startMs + 86_400_000 },
    });
    await dunning(database, { ...notice, step: { kind: "overdue", endsAtMs: startMs } });
    await dunning(database, { ...notice, step: { kind: "ended" } });
    const mails = await openMails(database);
    expect(mails.map(({ to, kind: mailKind }) => `${to} ${mailKind}`).toSorted()).toEqual([
      "billing@example.com payment_failed",
      "billing@example.com payment_overdue",
      "billing@example.com subscription_ended",
      "owner@example.com payment_failed",
      "owner@example.com payment_overdue",
      "owner@example.com subscription_ended",
    ]);
    expect(mails.map(({ text }) => text).join("")).toContain("invoice WF-1 over 49.00 USD failed");
  });

  test("mails a suspension to owners once", async () => {
    const { database, accountId } = await startTeam();
    await runUnitOfWork(database, startMs, (unit) => makeNotices(mailer).suspension(unit, accountId, "Abuse report."));
    expect(await openMails(database)).toMatchObject([{ kind: "account_suspended", to: "owner@example.com" }]);
  });

  test("mails an invitation with the link of the response", async () => {
    const { app, database } = await startApp(kind, { mailer });
    const owner = await signInAs({ app, database }, { email: "owner@example.com" });
    const body = { email: "Bob@Example.com", role: "developer" };
    const answer = await owner.call("/portal/invitations", { body });
    expect(answer).toMatchObject({ status: 201, body: { mailed: true } });
    const mails = await openMails(database);
    expect(mails).toMatchObject([{ kind: "invitation", to: "bob@example.com" }]);
    expect(mails[0]?.text).toContain(String(answer.body.url));
    expect(app.logLines.join("")).not.toContain(String(answer.body.url).split("#")[1]);
  });

  test("without SMTP an invitation is not mailed and no notice is enqueued", async () => {
    const { app, database } = await startApp(kind);
    const owner = await signInAs({ app, database }, { email: "owner@example.com" });
    const body = { email: "bob@example.com", role: "developer" };
    expect(await owner.call("/portal/invitations", { body })).toMatchObject({ status: 201, body: { mailed: false } });
    await makeNotices(noMailer).endpointAlert(database, {
      ...alert,
      accountId: app.accountId,
      kind: "failing",
      reason: null,
    });
    expect(await openMails(database)).toEqual([]);
  });

  test("mails the first owner of an account that an operator creates, and its suspension", async () => {
    const { app, database } = await startApp(kind, { mailer });
    const key = await app.makeKey({ environment: "service", scopes: ["accounts.read", "accounts.write"] });
    const body = { name: "Globex", ownerEmail: "eve@example.com" };
    const created = await app.call("/v1/operator/accounts", { key, body });
    const account: { id: string; invitation: { mailed: boolean; url: string } } = JSON.parse(created.text);
    expect([created.status, account.invitation.mailed]).toEqual([201, true]);
    await insertUser(database, { accountId: account.id, role: "owner", email: "owner@globex.example" }, startMs);
    const path = `/v1/operator/accounts/${account.id}/suspend`;
    for (let times = 0; times < 2; times++) {
      expect(await app.call(path, { key, body: { reason: "Abuse report." } })).toMatchObject({ status: 200 });
    }
    const mails = await openMails(database);
    expect(mails.map(({ to, kind: mailKind }) => [to, mailKind])).toEqual([
      ["eve@example.com", "invitation"],
      ["owner@globex.example", "account_suspended"],
    ]);
    expect(mails[0]?.text).toContain(account.invitation.url);
  });
});
