import { expect, test } from "vitest";
import { parseSettings, SettingsError } from "../src/parse.ts";
import { parseMailSender, parseSmtpUrl } from "../src/smtp-url.ts";

test.each([
  ["smtp://mail.example.com", { host: "mail.example.com", port: 587, tls: "starttls", credentials: null }],
  ["smtps://mail.example.com", { host: "mail.example.com", port: 465, tls: "implicit", credentials: null }],
  [
    "smtp://user%40example.com:p%3Ass@mail.example.com:2525",
    {
      host: "mail.example.com",
      port: 2525,
      tls: "starttls",
      credentials: { user: "user@example.com", password: "p:ss" },
    },
  ],
  ["smtp://127.0.0.1:25", { host: "127.0.0.1", port: 25, tls: "none", credentials: null }],
  ["smtp://[::1]:25/", { host: "::1", port: 25, tls: "none", credentials: null }],
  ["smtp://relay.internal?tls=none", { host: "relay.internal", port: 587, tls: "none", credentials: null }],
])("parses %s", (url, server) => {
  expect(parseSmtpUrl(url)).toEqual(server);
});

test.each([
  ["another protocol", "http://mail.example.com"],
  ["no host", "smtp://"],
  ["no password", "smtp://user@mail.example.com"],
  ["a path", "smtp://mail.example.com/path"],
  ["an unknown option", "smtp://mail.example.com?tls=optional"],
  ["no encryption with credentials", "smtp://user:password@mail.example.com?tls=none"],
  ["no encryption with implicit TLS", "smtps://mail.example.com?tls=none"],
  ["broken percent-encoding", "smtp://user:%zz@mail.example.com"],
  ["text that is not a URL", "mail.example.com"],
])("rejects a URL with %s", (_name, url) => {
  expect(parseSmtpUrl(url)).toBeUndefined();
});

test("parses a sender with and without a name", () => {
  expect(parseMailSender("Wayfare Flüge <no-reply@example.com>")).toEqual({
    name: "Wayfare Flüge",
    address: "no-reply@example.com",
  });
  expect(parseMailSender("no-reply@example.com")).toEqual({ name: "", address: "no-reply@example.com" });
});

test.each(["Wayfare", "a@b.example, c@d.example", "Wayfare <a@b.example>\nBcc: c@d.example", "<>", "a@", "a@-b"])(
  "rejects the sender %j",
  (text) => {
    expect(parseMailSender(text)).toBeUndefined();
  },
);

test.each([
  [{ SMTP_URL: "smtp://mail.example.com" }, "SMTP_URL and MAIL_FROM must be set together."],
  [{ MAIL_FROM: "a@b.example" }, "SMTP_URL and MAIL_FROM must be set together."],
  [{ SMTP_URL: "smtp://u:secret@h/path", MAIL_FROM: "a@b.example" }, /^SMTP_URL is invalid \(value not shown\)/],
  [{ SMTP_URL: "smtp://h.example", MAIL_FROM: "Wayfare" }, /^MAIL_FROM is "Wayfare"; must be a sender/],
])("reports a fault of the mail settings %j", (environment, fault) => {
  let faults: readonly string[] = [];
  try {
    parseSettings({ environment });
  } catch (error) {
    if (error instanceof SettingsError) faults = error.faults;
  }
  expect(faults).toEqual([typeof fault === "string" ? fault : expect.stringMatching(fault)]);
  expect(faults.join(" ")).not.toContain("secret@");
});
