import { expect, test } from "vitest";
import type { MailContent } from "../../src/mail/content.ts";
import { renderMail } from "../../src/mail/render.ts";
import { composeMail } from "../../src/mail/templates.ts";

const publicUrl = "https://flights.example.com";
const link = { url: `${publicUrl}/sign-in#token`, expiresAtMs: Date.UTC(2026, 10, 28, 7, 33) };
const endpoint = {
  accountName: "Globex",
  environment: "live",
  webhookId: "whk_1",
  endpointUrl: "https://hooks.example/?a=1&b=2",
  failures: 12,
  firstFailedAtMs: Date.UTC(2026, 10, 20),
} as const;

const contents: MailContent[] = [
  { kind: "invitation", accountName: "Globex", inviter: "Ada", role: "developer", ...link, usesSso: false },
  { kind: "invitation", accountName: "Globex", inviter: null, role: "viewer", ...link, usesSso: true },
  { kind: "sso_instead", requested: "sign_up", requestedAtMs: link.expiresAtMs },
  { kind: "sso_instead", requested: "password_reset", requestedAtMs: link.expiresAtMs },
  { kind: "sign_in_link", ...link },
  { kind: "email_verification", ...link },
  { kind: "password_reset", ...link },
  { kind: "sign_up_invitation", ...link },
  { kind: "sign_up_existing", requestedAtMs: link.expiresAtMs },
  { kind: "webhook_failing", ...endpoint },
  { kind: "webhook_disabled", ...endpoint, reason: "Endpoint returned 410 Gone." },
  {
    kind: "payment_failed",
    accountName: "Globex",
    number: "WF-000001",
    due: { amount: "49.00", currency: "USD" },
    dueAtMs: Date.UTC(2026, 11, 5),
  },
  { kind: "payment_overdue", accountName: "Globex", endsAtMs: Date.UTC(2026, 11, 19) },
  { kind: "subscription_ended", accountName: "Globex" },
  { kind: "account_suspended", accountName: "Globex", reason: "Abuse report." },
];

test.each(contents)("renders $kind as text and as HTML with the same link", (content) => {
  const { subject, text, html } = renderMail(composeMail(content, publicUrl));
  expect(subject).not.toBe("");
  expect(`${subject}${text}${html}`).not.toMatch(/undefined|null|NaN|\[object/);
  const url = /https:\/\/flights\.example\.com\S*/.exec(text)?.[0];
  if (content.kind === "account_suspended") expect(url).toBeUndefined();
  else expect(html).toContain(`href="${url}"`);
});

test("states the time at which a link expires", () => {
  const { text } = renderMail(composeMail({ kind: "sign_in_link", ...link }, publicUrl));
  expect(text).toContain("November 28, 2026 at 07:33 UTC");
  expect(text).toContain("Sign in:\nhttps://flights.example.com/sign-in#token");
});

test("values cannot add header lines, markup or text direction", () => {
  const accountName = 'Globex\r\nBcc: eve@example.com\u2028\u202e<img src=x onerror="alert(1)">';
  const content: MailContent = {
    kind: "invitation",
    accountName,
    inviter: null,
    role: "owner",
    ...link,
    usesSso: false,
  };
  const { subject, text, html } = renderMail(composeMail(content, publicUrl));
  expect(subject).not.toMatch(/[\r\n\u2028\u202e]/);
  expect(text.split("\n").some((line) => line.startsWith("Bcc:"))).toBe(false);
  expect(html).not.toContain("<img");
  expect(html).toContain("&lt;img src=x onerror=&quot;alert(1)&quot;&gt;");
});

test("limits the length of a subject", () => {
  const content: MailContent = { kind: "subscription_ended", accountName: "x".repeat(10_000) };
  expect(renderMail(composeMail(content, publicUrl)).subject).toHaveLength(200);
});
