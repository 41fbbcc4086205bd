import { describe, expect, test } from "vitest";
import { testDatabaseKinds } from "../../../../tests/databases.ts";
import { eventually } from "../../../../tests/eventually.ts";
import { decodeMail, smtpReply, startSmtpDouble } from "../../../../tests/smtp-double.ts";
import type { MailContent } from "../../src/mail/content.ts";
import { mailLeaseMs, maxMailTries, sendDueMails, startMailSender } from "../../src/mail/sender.ts";
import { claimMail, deleteOldMails } from "../../src/mail/store.ts";
import { parseServerSecrets } from "../../src/secrets/server-secret.ts";
import { listMails, openOutbox, scriptedTransport, signInLink, transportTo } from "./mail-fixture.ts";

const dayMs = 86_400_000;
const unavailable = { status: "unavailable", failure: "ETIMEDOUT" } as const;
const linkUntil = (expiresAtMs: number): MailContent => ({ ...signInLink, expiresAtMs });
const deferred = { status: "deferred", failure: "EMESSAGE 451" } as const;

describe.each(testDatabaseKinds)("on %s", (kind) => {
  test("sends each mail once with four concurrent senders and deletes its message", async () => {
    const { database, enqueue, senderWith } = await openOutbox(kind);
    const { port, taken } = await startSmtpDouble();
    const addresses = Array.from({ length: 8 }, (_, at) => `user${at}@example.com`);
    for (const address of addresses) expect(await enqueue(address)).toBe(true);
    const sender = senderWith(transportTo(port));
    await Promise.all(Array.from({ length: 4 }, () => sendDueMails(sender)));
    expect(taken.flatMap(({ to }) => to).toSorted()).toEqual(addresses);
    expect(decodeMail(taken[0]?.raw ?? "")).toContain("https://flights.example.com/sign-in#secret-token");
    const mails = await listMails(database);
    expect(mails.map(({ outcome, has_message: hasMessage }) => [outcome, hasMessage])).toEqual(
      addresses.map(() => ["sent", false]),
    );
  });

  test("sends a mail again with the same Message-ID after a kill between sending and recording", async () => {
    const { database, enqueue, senderWith, advance } = await openOutbox(kind);
    const { port, taken } = await startSmtpDouble();
    await enqueue();
    const transport = transportTo(port);
    const killed = {
      ...transport,
      async send(...args: Parameters<typeof transport.send>) {
        await transport.send(...args);
        throw new Error("killed");
      },
    };
    await expect(sendDueMails(senderWith(killed))).rejects.toThrow("killed");
    const sender = senderWith(transport);
    await sendDueMails(sender);
    expect(taken).toHaveLength(1);
    advance(mailLeaseMs);
    await sendDueMails(sender);
    await sendDueMails(sender);
    const ids = taken.map(({ raw }) => /^Message-ID: (.*)\r$/im.exec(raw)?.[1]);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
    expect(await listMails(database)).toMatchObject([{ outcome: "sent", tries: 2 }]);
  });

  test("gives up on a mail whose process is killed in every try", async () => {
    const { database, enqueue, senderWith, advance, clock } = await openOutbox(kind);
    await enqueue();
    for (let tries = 1; tries <= maxMailTries; tries++) {
      const claimed = await claimMail(database, { nowMs: clock.nowMs(), leaseEndsAtMs: clock.nowMs() + mailLeaseMs });
      expect(claimed?.tries).toBe(tries);
      advance(mailLeaseMs);
    }
    const transport = scriptedTransport({ status: "sent" });
    await sendDueMails(senderWith(transport));
    expect(transport.ids).toEqual([]);
    expect(await listMails(database)).toMatchObject([{ outcome: "failed", failure: "interrupted" }]);
  });

  test("retries a deferred mail with growing delays and fails after the last one", async () => {
    const { database, enqueue, senderWith, advance, clock } = await openOutbox(kind);
    await enqueue();
    const transport = scriptedTransport(deferred);
    const sender = senderWith(transport);
    const started = clock.nowMs();
    const triedAfterMinutes: number[] = [];
    for (let minutes = 0; minutes <= 30 * 60; minutes += 1) {
      const before = transport.ids.length;
      if (minutes % 5 === 0 || minutes < 10) await sendDueMails(sender);
      if (transport.ids.length > before) triedAfterMinutes.push((clock.nowMs() - started) / 60_000);
      advance(60_000);
    }
    expect(triedAfterMinutes).toEqual([0, 1, 6, 25, 85, 265, 625, 1345]);
    expect(await listMails(database)).toMatchObject([
      { outcome: "failed", failure: "EMESSAGE 451", tries: maxMailTries, has_message: false },
    ]);
  });

  test("fails a mail that the server refuses, without a retry", async () => {
    const { database, enqueue, senderWith, logLines, registry } = await openOutbox(kind);
    const { port } = await startSmtpDouble({ replyTo: () => smtpReply(550, "no such user ada@example.com") });
    await enqueue();
    expect(await sendDueMails(senderWith(transportTo(port)))).toBe(true);
    expect(await listMails(database)).toMatchObject([{ outcome: "failed", failure: "EMESSAGE 550", tries: 1 }]);
    expect(logLines.join("")).toContain("mail could not be sent");
    expect(logLines.join("")).not.toMatch(/ada|secret-token|no such user/);
    expect(await registry.metrics()).toContain('wayfare_mails_total{outcome="failed"} 1');
  });

  test("stops at an unavailable server, so that other mails keep their tries", async () => {
    const { database, enqueue, senderWith, registry, advance } = await openOutbox(kind);
    for (let at = 0; at < 10; at++) await enqueue(`user${at}@example.com`);
    advance(60_000);
    expect(await sendDueMails(senderWith(scriptedTransport(unavailable)))).toBe(false);
    const tries = (await listMails(database)).map((mail) => mail.tries);
    expect(tries.filter((count) => count > 0).length).toBeLessThanOrEqual(2);
    const metrics = await registry.metrics();
    expect(metrics).toContain("wayfare_mail_queue_mails 10");
    expect(metrics).toContain("wayfare_mail_queue_age_seconds 60");
  });

  test("does not send a mail after its link has expired, nor retry it beyond that", async () => {
    const { database, enqueue, senderWith, advance, clock } = await openOutbox(kind);
    await enqueue("ada@example.com", linkUntil(clock.nowMs() + 30_000));
    const transport = scriptedTransport(deferred);
    await sendDueMails(senderWith(transport));
    advance(1);
    await enqueue("bob@example.com", linkUntil(clock.nowMs() + 30_000));
    advance(30_000);
    await sendDueMails(senderWith(transport));
    expect(transport.ids).toHaveLength(1);
    expect((await listMails(database)).map(({ outcome, failure }) => [outcome, failure])).toEqual([
      ["expired", "EMESSAGE 451"],
      ["expired", "expired"],
    ]);
  });

  test("fails a mail that was sealed with a missing server secret", async () => {
    const { database, enqueue, senderWith } = await openOutbox(kind);
    await enqueue();
    const secrets = parseServerSecrets(`u:${Buffer.alloc(32, 8).toString("base64")}`);
    await sendDueMails({ ...senderWith(scriptedTransport({ status: "sent" })), secrets });
    expect(await listMails(database)).toMatchObject([{ outcome: "failed", failure: "unreadable" }]);
  });

  test("deletes finished mails after two days and never a pending one", async () => {
    const { database, enqueue, senderWith, advance, clock } = await openOutbox(kind);
    await enqueue("ada@example.com");
    await sendDueMails(senderWith(scriptedTransport({ status: "sent" })));
    await enqueue("bob@example.com");
    advance(2 * dayMs);
    expect(await deleteOldMails(database, clock.nowMs() - 1, 100)).toBe(0);
    expect(await deleteOldMails(database, clock.nowMs(), 100)).toBe(1);
    expect(await listMails(database)).toMatchObject([{ outcome: null }]);
  });

  test("the started sender sends a mail when its transaction commits", async () => {
    const { enqueue, senderWith } = await openOutbox(kind);
    const transport = scriptedTransport({ status: "sent" });
    const stop = await startMailSender(senderWith(transport));
    await enqueue();
    await eventually(() => expect(transport.ids).toHaveLength(1));
    await stop();
  });
});
