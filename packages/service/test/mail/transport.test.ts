import type { SmtpServer } from "@wayfare/settings";
import type { SMTPServerOptions } from "smtp-server";
import { expect, test } from "vitest";
import { decodeMail, smtpReply, startSmtpDouble } from "../../../../tests/smtp-double.ts";
import { selfSigned } from "../../../egress/test/client/self-signed.ts";
import { makeMailTransport } from "../../src/mail/transport.ts";

const from = { name: "Wayfare", address: "no-reply@wayfare.example" };
const mail = { to: "ada@example.com", subject: "Hello", text: "Text\n", html: "<p>Text</p>" };
const never = new AbortController().signal;
/** STARTTLS and authentication with a certificate for 127.0.0.1. */
const secureServer: SMTPServerOptions = { ...selfSigned, disabledCommands: [], authOptional: false };
const credentials = { user: "wayfare", password: "pass:wörd" };

function connect(port: number, server: Partial<SmtpServer> = {}, limits: { timeoutMs?: number } = {}) {
  return makeMailTransport({
    server: { host: "127.0.0.1", port, tls: "none", credentials: null, ...server },
    from,
    certificateAuthorities: selfSigned.cert,
    ...limits,
  });
}

test("sends a mail with a stable Message-ID as plain text and HTML", async () => {
  const { port, taken } = await startSmtpDouble();
  const transport = connect(port);
  expect(await transport.send("mail_1", mail, never)).toEqual({ status: "sent" });
  expect(await transport.send("mail_1", mail, never)).toEqual({ status: "sent" });
  expect(taken).toHaveLength(2);
  for (const { from: sender, to, raw } of taken) {
    expect([sender, to]).toEqual([from.address, [mail.to]]);
    expect(raw).toMatch(/^Message-ID: <mail_1@wayfare\.example>\r$/im);
    expect(raw).toMatch(/^From: Wayfare <no-reply@wayfare\.example>\r$/m);
    expect(raw).toMatch(/^Auto-Submitted: auto-generated\r$/m);
    expect(raw).toMatch(/text\/plain[\s\S]*text\/html/);
  }
});

test("authenticates after STARTTLS", async () => {
  const seen: unknown[] = [];
  const { port, taken } = await startSmtpDouble({
    ...secureServer,
    onAuth({ username, password }, session, callback) {
      seen.push({ username, password, secure: session.secure });
      callback(null, { user: "accepted" });
    },
  });
  const transport = connect(port, { tls: "starttls", credentials });
  expect(await transport.verify()).toBeNull();
  expect(await transport.send("mail_1", mail, never)).toEqual({ status: "sent" });
  expect(taken).toMatchObject([{ secure: true, user: "accepted" }]);
  const login = { username: credentials.user, password: credentials.password, secure: true };
  expect(seen).toEqual([login, login]);
});

test("sends over implicit TLS", async () => {
  const { port, taken } = await startSmtpDouble({ ...selfSigned, secure: true });
  expect(await connect(port, { tls: "implicit" }).send("mail_1", mail, never)).toEqual({ status: "sent" });
  expect(taken).toMatchObject([{ secure: true }]);
});

test("sends nothing without encryption if the server does not offer STARTTLS", async () => {
  const { port, taken } = await startSmtpDouble();
  const transport = connect(port, { tls: "starttls" });
  expect(await transport.send("mail_1", mail, never)).toMatchObject({ status: "unavailable" });
  expect(await transport.verify()).not.toBeNull();
  expect(taken).toEqual([]);
});

test("refuses a certificate of an unknown authority", async () => {
  const { port, taken } = await startSmtpDouble(secureServer);
  const server = { host: "127.0.0.1", port, tls: "starttls", credentials: null } as const;
  const outcome = await makeMailTransport({ server, from }).send("mail_1", mail, never);
  expect(outcome).toEqual({ status: "unavailable", failure: "ESOCKET DEPTH_ZERO_SELF_SIGNED_CERT" });
  expect(taken).toEqual([]);
});

test("does not send without authentication if the server does not offer it", async () => {
  const { port, taken } = await startSmtpDouble();
  expect(await connect(port, { credentials }).send("mail_1", mail, never)).toMatchObject({ status: "unavailable" });
  expect(taken).toEqual([]);
});

test("reports refused credentials as unavailable, because they concern every mail", async () => {
  const { port } = await startSmtpDouble({
    ...secureServer,
    onAuth: (_auth, _session, callback) => callback(smtpReply(535)),
  });
  const transport = connect(port, { tls: "starttls", credentials });
  expect(await transport.send("mail_1", mail, never)).toEqual({ status: "unavailable", failure: "EAUTH 535" });
  expect(await transport.verify()).toBe("EAUTH 535");
});

test.each([
  [450, "deferred"],
  [550, "refused"],
])("reports reply %d to the recipient as %s", async (code, status) => {
  const { port } = await startSmtpDouble({ onRcptTo: (_to, _session, callback) => callback(smtpReply(code)) });
  expect(await connect(port).send("mail_1", mail, never)).toEqual({ status, failure: `EENVELOPE ${code}` });
});

test.each([
  [451, "deferred"],
  [554, "refused"],
])("reports reply %d to the message as %s", async (code, status) => {
  const { port } = await startSmtpDouble({ replyTo: () => smtpReply(code) });
  expect(await connect(port).send("mail_1", mail, never)).toEqual({ status, failure: `EMESSAGE ${code}` });
});

test("reports a refused sender as unavailable", async () => {
  const { port } = await startSmtpDouble({ onMailFrom: (_from, _session, callback) => callback(smtpReply(553)) });
  expect(await connect(port).send("mail_1", mail, never)).toMatchObject({ status: "unavailable" });
});

test("gives up on a server that accepts a connection and never replies", async () => {
  const { port, sockets } = await startSmtpDouble({ onConnect: () => {} });
  const outcome = await connect(port, {}, { timeoutMs: 100 }).send("mail_1", mail, never);
  expect(outcome).toEqual({ status: "unavailable", failure: "ETIMEDOUT" });
  await expect.poll(() => sockets.size).toBe(0);
});

test("ends a try by its signal and closes the connection", async () => {
  const stopping = new AbortController();
  const { port, sockets } = await startSmtpDouble({
    replyTo: () => {
      stopping.abort();
      return "hang";
    },
  });
  expect(await connect(port).send("mail_1", mail, stopping.signal)).toMatchObject({ status: "unavailable" });
  await expect.poll(() => sockets.size).toBe(0);
});

test("reports a connection that is cut after the message as unavailable, so that it is sent again", async () => {
  const { port } = await startSmtpDouble({
    replyTo: (_mail, sockets) => {
      for (const socket of sockets) socket.destroy();
      return "hang";
    },
  });
  expect(await connect(port).send("mail_1", mail, never)).toMatchObject({ status: "unavailable" });
});

test("reports a closed port as unavailable", async () => {
  const { port, close } = await startSmtpDouble();
  await close();
  expect(await connect(port).send("mail_1", mail, never)).toMatchObject({ status: "unavailable" });
});

test("a subject or an address cannot add headers or recipients", async () => {
  const { port, taken } = await startSmtpDouble();
  const hostile = { ...mail, subject: "Hi\r\nBcc: eve@example.com\r\n\r\nBody" };
  expect(await connect(port).send("mail_1", hostile, never)).toEqual({ status: "sent" });
  const [{ to, raw } = { to: [], raw: "" }] = taken;
  expect(to).toEqual([mail.to]);
  expect(raw).not.toMatch(/^Bcc:/m);
});

test("sends names, subjects and texts in Unicode", async () => {
  const { port, taken } = await startSmtpDouble();
  const text = "Grüße aus 東京 ✈\n".repeat(20);
  const unicode = { ...mail, subject: "Einladung zu Müller & 東京 ✈", text, html: `<p>${text}</p>` };
  expect(await connect(port).send("mail_1", unicode, never)).toEqual({ status: "sent" });
  const decoded = decodeMail(taken[0]?.raw ?? "");
  expect(decoded).toContain(`Subject: ${unicode.subject}`);
  expect(decoded).toContain("Grüße aus 東京 ✈");
});
