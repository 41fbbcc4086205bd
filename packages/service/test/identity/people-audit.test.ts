import { type AuditEvent, auditEventTypes } from "@wayfare/contract";
import { Secret, TOTP } from "otpauth";
import { describe, expect, test } from "vitest";
import { testDatabaseKinds } from "../../../../tests/databases.ts";
import { eventually } from "../../../../tests/eventually.ts";
import { operatorOf, startApp } from "../access-app.ts";
import { Browser, sessionIn, signInAs } from "../browser-session.ts";
import { SoftwareAuthenticator } from "./passkeys/software-authenticator.ts";

/** Erasures are tested in erasure/routes.full.test.ts, and resets by operators in operator/accounts/password-reset.test.ts. */
const isPeople = (action: string) => /^(user|invitation)\.(?!eras|password_reset)/.test(action);

describe.each(testDatabaseKinds)("on %s", (kind) => {
  test("writes an audit event for every action about users, with actor and details and without secrets", async () => {
    const { app, database } = await startApp(kind);
    const { clock } = app;
    const secrets: string[] = ["a long password"];
    const operator = operatorOf(database, clock);
    const tokenIn = (url: string) => {
      const token = new URL(url).hash.slice(1);
      secrets.push(token);
      return token;
    };
    const owner = new Browser(app);
    const token = tokenIn((await operator.createLoginLink({})).url);
    await owner.call("/portal/session/link", { body: { token } });
    const put = (path: string, body: object) => owner.call(path, { method: "PUT", body });
    await put("/portal/profile", { name: "Ada", email: "ada@example.com" });
    await operator.runAccountCommand({ do: "add_operator", email: "ada@example.com" });
    await put("/portal/security/password", { password: "a long password" });
    const { body: proposed } = await owner.call("/portal/security/totp", { method: "POST" });
    const secret = Secret.fromBase32(String(proposed.secret));
    const code = TOTP.generate({ secret, timestamp: clock.nowMs() });
    const confirmed = await owner.call("/portal/security/totp/confirm", { body: { code } });
    const { recoveryCodes }: { recoveryCodes: string[] } = JSON.parse(confirmed.text);
    secrets.push(String(proposed.secret), ...recoveryCodes);
    await owner.call("/portal/security/totp", { method: "DELETE" });
    const options = await owner.call("/portal/security/passkeys/options", { method: "POST" });
    const response = new SoftwareAuthenticator().register(JSON.parse(options.text));
    const passkey = await owner.call("/portal/security/passkeys", { body: { name: "Laptop", response } });
    await owner.call(`/portal/security/passkeys/${String(passkey.body.id)}`, { method: "DELETE" });
    const invite = async (email: string) => {
      const { body } = await owner.call("/portal/invitations", { body: { email, role: "viewer" } });
      return { id: String(body.id), token: tokenIn(String(body.url)) };
    };
    await owner.call(`/portal/invitations/${(await invite("carl@example.com")).id}`, { method: "DELETE" });
    const bob = new Browser(app);
    await bob.call("/portal/session/link", { body: { token: (await invite("bob@example.com")).token } });
    const { user } = sessionIn(await bob.call("/portal/session"));
    await owner.call(`/portal/team/${user.id}`, { method: "PATCH", body: { role: "developer" } });
    await signInAs({ app, database }, { id: user.id, accountId: app.accountId });
    const { text } = await bob.call("/portal/sessions");
    const { data }: { data: { id: string; current: boolean }[] } = JSON.parse(text);
    await bob.call(`/portal/sessions/${data.find(({ current }) => !current)?.id}`, { method: "DELETE" });
    await bob.call("/portal/session", { method: "DELETE" });
    const carol = new Browser(app);
    await carol.call("/portal/session/link", { body: { token: (await invite("carol@example.com")).token } });
    const { user: left } = sessionIn(await carol.call("/portal/session"));
    await carol.call(`/portal/accounts/${app.accountId}`, { method: "DELETE" });
    await owner.call(`/portal/team/${user.id}`, { method: "DELETE" });

    await owner.call("/portal/step-up", { body: { password: "not the password" } });
    const findFailed = () => owner.call("/v1/audit-events?type=user.sign_in_failed");
    await eventually(async () => expect((await findFailed()).text).toContain("wrong_password"));

    const auditLog = await owner.call("/v1/audit-events?limit=200");
    const entries: AuditEvent[] = JSON.parse(auditLog.text).data;
    expect([...new Set(entries.map(({ type }) => type))].toSorted()).toEqual(
      auditEventTypes.filter(isPeople).toSorted(),
    );
    const { id } = sessionIn(await owner.call("/portal/session")).user;
    for (const { type: action, actor, environment, requestId } of entries) {
      expect(environment, action).toBeNull();
      const byOperator = action === "user.link_created" || action === "user.operator_added";
      if (byOperator) expect(actor.type).toBe("operator");
      else if (action === "user.sign_in_failed") expect(actor).toMatchObject({ type: "anonymous", id: null });
      else {
        expect([id, user.id, left.id], action).toContain(actor.id);
        expect(actor, action).toMatchObject({ type: "user", address: "127.0.0.1" });
        expect(requestId, action).toMatch(/^req_/);
      }
    }
    for (const each of secrets) expect(auditLog.text).not.toContain(each);
  });
});
