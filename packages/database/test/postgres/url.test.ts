import { expect, test } from "vitest";
import { parsePostgresUrl } from "../../src/postgres/url.ts";

const plain = "postgres://u:p%40@h1:5433/db?sslmode=disable";

test("passes a connection string with one host and no extra parameters to pg unchanged", () => {
  const { hosts, targetSession, connectTimeoutMs } = parsePostgresUrl(plain);
  expect(hosts).toStrictEqual([{ name: "h1:5433", connectionString: plain }]);
  expect({ targetSession, connectTimeoutMs }).toStrictEqual({ targetSession: "any", connectTimeoutMs: 10_000 });
});

test.each([
  [
    "hosts with their ports",
    "postgresql://u:p@h1:1,h2:2/db",
    ["postgresql://u:p@h1:1/db", "postgresql://u:p@h2:2/db"],
    ["h1:1", "h2:2"],
  ],
  [
    "hosts without a port, which use the default",
    "postgres://u@h1,h2:5433",
    ["postgres://u@h1", "postgres://u@h2:5433"],
    ["h1:5432", "h2:5433"],
  ],
  [
    "IPv6 addresses",
    "postgres://u:p@[::1]:1,[2001:db8::1]/db",
    ["postgres://u:p@[::1]:1/db", "postgres://u:p@[2001:db8::1]/db"],
    ["[::1]:1", "[2001:db8::1]:5432"],
  ],
  [
    "parameters, one port for all",
    "postgres://u:p@/db?host=h1,h2&port=5433".replace("@/", "@ignored/"),
    ["postgres://u:p@ignored/db?host=h1&port=5433", "postgres://u:p@ignored/db?host=h2&port=5433"],
    ["h1:5433", "h2:5433"],
  ],
  [
    "parameters, one port per host",
    "postgres:///db?host=h1,h2&port=1,2&user=u",
    ["postgres:///db?host=h1&port=1&user=u", "postgres:///db?host=h2&port=2&user=u"],
    ["h1:1", "h2:2"],
  ],
])("parses several hosts: %s", (_title, text, connectionStrings, names) => {
  const { hosts, targetSession, connectTimeoutMs } = parsePostgresUrl(text);
  expect(hosts.map(({ connectionString }) => connectionString)).toStrictEqual(connectionStrings);
  expect(hosts.map(({ name }) => name)).toStrictEqual(names);
  expect({ targetSession, connectTimeoutMs }).toStrictEqual({ targetSession: "read-write", connectTimeoutMs: 5000 });
});

test("parses target_session_attrs and connect_timeout and removes them for pg", () => {
  const { hosts, targetSession, connectTimeoutMs } = parsePostgresUrl(
    "postgres://u:p@h1,h2/db?target_session_attrs=primary&connect_timeout=2&sslmode=disable",
  );
  expect(hosts[1]?.connectionString).toBe("postgres://u:p@h2/db?sslmode=disable");
  expect({ targetSession, connectTimeoutMs }).toStrictEqual({ targetSession: "primary", connectTimeoutMs: 2000 });
  expect(parsePostgresUrl("postgres://u:p@h1,h2/db?target_session_attrs=any").targetSession).toBe("any");
});

test.each([
  ["hunter2", "must have the form postgres://user:password@host:5432/name"],
  ["mysql://u:hunter2@h1,h2/x", "must have the form postgres://user:password@host:5432/name"],
  ["postgres://u:hunter2/x@h1:5432,h2/x", "percent-encode special characters of the password"],
  ["postgres://u:hunter2@h1:x,h2/x", "must have the form postgres://user:password@host:5432/name"],
  ["postgres://u:hunter2@h1,,h2/x", "contains an empty host name"],
  ["postgres://u:hunter2%@h1,h2/x", "write it as %25"],
  ["postgres://u:hunter2@h/x?host=h1,h2,h3&port=1,2", "has 3 hosts and 2 ports"],
  ["postgres://u:hunter2@h1,h2/x?target_session_attrs=standby", "use read-write, primary or any"],
  ["postgres://u:hunter2@h1/x?connect_timeout=soon", "use 1 to 999 seconds"],
])("rejects %s with a message that does not contain it", (text, sentence) => {
  const refused = expect(() => parsePostgresUrl(text));
  refused.toThrow(
    expect.objectContaining({ code: "CONNECTION_STRING_INVALID", message: expect.stringContaining(sentence) }),
  );
  refused.toThrow(expect.objectContaining({ message: expect.not.stringContaining("hunter2") }));
});

test.each(["postgres://u:hunter%402@h1:1,h2:2/db", "postgres://u@h/db?host=h1,h2&password=hunter%402"])(
  "redacts the password of %s",
  (text) => {
    expect(parsePostgresUrl(text).redact("failed for hunter@2")).toBe("failed for ***");
  },
);
