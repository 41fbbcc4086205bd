import { DatabaseError } from "../port/errors.ts";

/** Required state of a server, in libpq's words. */
type TargetSession = "any" | "read-write" | "primary";

export interface PostgresHost {
  /** `host:port`, for messages. */
  readonly name: string;
  /** Connection string for this host alone, without the parameters that pg does not support. */
  readonly connectionString: string;
}

export interface PostgresAddress {
  /** In the order of connection attempts; never empty. */
  readonly hosts: readonly [PostgresHost, ...PostgresHost[]];
  readonly targetSession: TargetSession;
  /** Connection timeout per host. */
  readonly connectTimeoutMs: number;
  /** Replaces the password, as written and decoded, in a text. */
  readonly redact: (message: string) => string;
}

const urlFormat = "postgres://user:password@host:5432/name";

/** Parsed here, because pg ignores them. */
const ownParameters = ["target_session_attrs", "connect_timeout"];

/** With several hosts, an unresponsive host is given up earlier. */
const defaultTimeoutMs = { oneHost: 10_000, severalHosts: 5000 };

/**
 * Parses a connection string before pg does, because pg's messages about a malformed one may contain the password. Also supports what pg
 * does not: several hosts, in libpq's syntax (`host1:5432,host2:5433` or `?host=host1,host2&port=5432,5433`), and `target_session_attrs`.
 * With several hosts its default is `read-write`, because the service writes.
 *
 * @throws DatabaseError with code "CONNECTION_STRING_INVALID"; the message does not contain the string.
 */
export function parsePostgresUrl(connectionString: string): PostgresAddress {
  const [, scheme = "", authority = "", rest = ""] =
    /^(postgres(?:ql)?:\/\/)([^/?#]*)(.*)$/is.exec(connectionString) ?? [];
  if (scheme === "") throw malformed();
  const hostsAt = authority.lastIndexOf("@") + 1;
  const urlOf = (host: string): URL => {
    const text = scheme + authority.slice(0, hostsAt) + host + rest;
    if (!URL.canParse(text)) throw malformed();
    return new URL(text);
  };
  const inAuthority = authority.slice(hostsAt).split(",");
  const first = urlOf(inAuthority[0] ?? "");
  const { searchParams } = first;
  const urls = (searchParams.get("host")?.split(",") ?? inAuthority).map((host, _index, all) => {
    if (host === "" && all.length > 1) throw invalid("contains an empty host name");
    if (!searchParams.has("host")) return urlOf(host);
    const url = new URL(first);
    url.searchParams.set("host", host);
    return url;
  });
  setPorts(urls, searchParams.get("port")?.split(","));
  const isPlain = urls.length === 1 && !ownParameters.some((name) => searchParams.has(name));
  const [firstHost, ...otherHosts] = urls.map((url): PostgresHost => {
    for (const name of ownParameters) url.searchParams.delete(name);
    return { name: nameOf(url), connectionString: isPlain ? connectionString : url.href };
  });
  if (firstHost === undefined) throw malformed();
  return {
    hosts: [firstHost, ...otherHosts],
    targetSession: targetSessionOf(searchParams.get("target_session_attrs"), urls.length),
    connectTimeoutMs: timeoutOf(searchParams.get("connect_timeout"), urls.length),
    redact: redactorOf(first),
  };
}

/** Sets one port for all hosts, or one for each. */
function setPorts(urls: readonly URL[], ports: readonly string[] | undefined): void {
  if (ports === undefined) return;
  if (ports.length > 1 && ports.length !== urls.length) {
    throw invalid(`has ${urls.length} hosts and ${ports.length} ports: use one port for all hosts, or one per host`);
  }
  for (const [index, url] of urls.entries()) url.searchParams.set("port", ports[index] ?? ports[0] ?? "");
}

function nameOf({ hostname, port, searchParams }: URL): string {
  const host = searchParams.get("host") ?? decodeURIComponent(hostname);
  return `${host}:${searchParams.get("port") ?? (port || "5432")}`;
}

function targetSessionOf(text: string | null, hosts: number): TargetSession {
  if (text === null) return hosts > 1 ? "read-write" : "any";
  if (text === "any" || text === "read-write" || text === "primary") return text;
  throw invalid("has an unsupported target_session_attrs: use read-write, primary or any");
}

function timeoutOf(text: string | null, hosts: number): number {
  if (text === null) return hosts > 1 ? defaultTimeoutMs.severalHosts : defaultTimeoutMs.oneHost;
  if (/^[1-9][0-9]{0,2}$/.test(text)) return Number(text) * 1000;
  throw invalid("has an invalid connect_timeout: use 1 to 999 seconds");
}

function redactorOf({ password, searchParams }: URL): (message: string) => string {
  const secrets = [password, decodedOf(password), searchParams.get("password") ?? ""].filter((secret) => secret !== "");
  return (message) => secrets.reduce((text, secret) => text.replaceAll(secret, "***"), message);
}

function decodedOf(password: string): string {
  try {
    return decodeURIComponent(password);
  } catch {
    throw invalid("has an unencoded % in the password: write it as %25");
  }
}

function malformed(): DatabaseError {
  return invalid(
    `must have the form ${urlFormat}; percent-encode special characters of the password, and separate several hosts with commas (host1:5432,host2:5432)`,
  );
}

function invalid(reason: string): DatabaseError {
  return new DatabaseError("CONNECTION_STRING_INVALID", `the connection string ${reason}`);
}
