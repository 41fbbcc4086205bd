import { DatabaseError } from "../port/errors.ts";

/** What a server has to be for a connection to it to be used, in libpq's words. */
type TargetSession = "any" | "read-write" | "primary";

export interface PostgresHost {
  /** `host:port`, for messages. */
  readonly name: string;
  /** A connection string that names this host alone, without the parameters that pg does not know. */
  readonly connectionString: string;
}

export interface PostgresAddress {
  /** In the order in which they are tried; never empty. */
  readonly hosts: readonly [PostgresHost, ...PostgresHost[]];
  readonly targetSession: TargetSession;
  /** How long a connection to one host may take. */
  readonly connectTimeoutMs: number;
  /** Replaces the password, as written and decoded, in any text. */
  readonly redact: (message: string) => string;
}

const shape = "postgres://user:password@host:5432/name";

/** Read here; pg would ignore them. */
const ownParameters = ["target_session_attrs", "connect_timeout"];

/** With another host to try, a host that does not answer is given up earlier. */
const defaultTimeoutMs = { oneHost: 10_000, severalHosts: 5000 };

/**
 * Reads a connection string before pg sees it, because pg's messages about a malformed one may repeat the password. Reads what pg
 * cannot: several hosts, as libpq writes them (`host1:5432,host2:5433` or `?host=host1,host2&port=5432,5433`), and
 * `target_session_attrs`. Several hosts without it mean `read-write`, because the service writes.
 *
 * @throws DatabaseError with code "CONNECTION_STRING_INVALID"; the message does not repeat the string.
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
    if (host === "" && all.length > 1) throw invalid("names a host that is empty");
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

/** One port for all hosts, or one for each. */
function setPorts(urls: readonly URL[], ports: readonly string[] | undefined): void {
  if (ports === undefined) return;
  if (ports.length > 1 && ports.length !== urls.length) {
    throw invalid(`names ${urls.length} hosts and ${ports.length} ports; give one port for all, or one for each`);
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
  throw invalid("has a target_session_attrs that cannot be used: the service writes; use read-write, primary or any");
}

function timeoutOf(text: string | null, hosts: number): number {
  if (text === null) return hosts > 1 ? defaultTimeoutMs.severalHosts : defaultTimeoutMs.oneHost;
  if (/^[1-9][0-9]{0,2}$/.test(text)) return Number(text) * 1000;
  throw invalid("has a connect_timeout that is not a number of seconds from 1 to 999");
}

function redactorOf({ password, searchParams }: URL): (message: string) => string {
  const secrets = [password, decodedOf(password), searchParams.get("password") ?? ""].filter((secret) => secret !== "");
  return (message) => secrets.reduce((text, secret) => text.replaceAll(secret, "***"), message);
}

function decodedOf(password: string): string {
  try {
    return decodeURIComponent(password);
  } catch {
    throw invalid("holds a % in its password that is not percent-encoded; write it as %25");
  }
}

function malformed(): DatabaseError {
  return invalid(
    `should be ${shape}, with special characters of the password percent-encoded; several hosts are separated by commas (host1:5432,host2:5432)`,
  );
}

function invalid(reason: string): DatabaseError {
  return new DatabaseError("CONNECTION_STRING_INVALID", `the connection string ${reason}`);
}
