import { isLoopbackAddress } from "@wayfare/egress";

/** SMTP server that takes the mails of a deployment. */
export interface SmtpServer {
  host: string;
  port: number;
  /** TLS from the first byte (`smtps`); after STARTTLS, which the server must offer; or none. */
  tls: "implicit" | "starttls" | "none";
  /** Null for a server without authentication. */
  credentials: { user: string; password: string } | null;
}

/**
 * Parses a URL such as `smtp://user:password@mail.example.com:587`. Plain `smtp` uses STARTTLS, except on a loopback address. `?tls=none`
 * disables it, without credentials only. Returns undefined for an invalid URL.
 */
export function parseSmtpUrl(text: string): SmtpServer | undefined {
  const url = URL.parse(text);
  if (url === null || !["smtp:", "smtps:"].includes(url.protocol) || url.hostname === "") return undefined;
  const hasOnlyHost = ["", "/"].includes(url.pathname) && url.hash === "" && ["", "?tls=none"].includes(url.search);
  const names = decode(url);
  if (!hasOnlyHost || names === undefined || (names.user === "") !== (names.password === "")) return undefined;
  const host = url.hostname.replaceAll(/[[\]]/g, "");
  const isImplicit = url.protocol === "smtps:";
  if (isImplicit && url.search !== "") return undefined;
  const isNone = !isImplicit && (url.search !== "" || isLoopback(host));
  const credentials = names.user === "" ? null : names;
  if (isNone && credentials !== null && !isLoopback(host)) return undefined;
  const port = url.port === "" ? (isImplicit ? 465 : 587) : Number(url.port);
  return { host, port, tls: isImplicit ? "implicit" : isNone ? "none" : "starttls", credentials };
}

function isLoopback(host: string): boolean {
  return host === "localhost" || isLoopbackAddress(host);
}

function decode({ username, password }: URL): { user: string; password: string } | undefined {
  try {
    return { user: decodeURIComponent(username), password: decodeURIComponent(password) };
  } catch {
    return undefined;
  }
}

/** Sender of mails. */
export interface MailSender {
  /** Empty for none. */
  name: string;
  address: string;
}

/** Parses a sender such as `Wayfare <no-reply@example.com>` or an address alone. Returns undefined for an invalid one. */
export function parseMailSender(text: string): MailSender | undefined {
  const match = /^(?:([^<>"\p{Cc}]{0,100})<([^<>]+)>|([^<>]+))$/u.exec(text.trim());
  const address = (match?.[2] ?? match?.[3] ?? "").trim();
  if (!/^[^\s\p{Cc}@,;:<>()[\]"\\]+@[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?$/u.test(address)) return undefined;
  return { name: (match?.[1] ?? "").trim(), address };
}
