import { getServers } from "node:dns";
import { once } from "node:events";
import { existsSync, statfsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { isIP } from "node:net";
import { join, resolve } from "node:path";
import { createGuardedClient, isLoopbackAddress } from "@wayfare/egress";
import type { Settings } from "@wayfare/settings";
import { publicUrlOf } from "@wayfare/settings";
import { mailTransportOf } from "../../mail/settings.ts";
import { describeTimeZones, loadFactsOf } from "../../reference/time-zone-data.ts";
import { guardRulesOf } from "../../webhooks/guard-rules.ts";
import { type Check, fail, ok, warn } from "./check.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** Runs the checks that need no database: settings, files, disk and outbound connections. Contacts only this machine and the SMTP server. */
export async function checkHost(settings: Settings, environment: Environment): Promise<Check[]> {
  return [
    checkPublicUrl(settings),
    checkDataDirectory(settings),
    checkDisk(settings),
    checkFileModes(settings),
    checkTimeZones(settings),
    await checkEgress(settings, environment),
    await checkMail(settings),
  ];
}

/** Reads the time zone data as the service does at its start. */
function checkTimeZones(settings: Settings): Check {
  const name = "time zone data";
  try {
    const { release } = describeTimeZones(loadFactsOf(settings), settings);
    const source = settings.tzData === null ? "this version of Wayfare" : `the folder of TZ_DATA, ${settings.tzData}`;
    return ok(name, `release ${release} of ${source}`);
  } catch (error) {
    const fix = "Set TZ_DATA to a complete folder of TZif files, or unset it. See docs/operations/time-zones.md.";
    return fail(name, error instanceof Error ? error.message : String(error), fix);
  }
}

/** Connects to the SMTP server and authenticates, without sending a mail. */
async function checkMail(settings: Settings): Promise<Check> {
  const transport = mailTransportOf(settings);
  if (transport === undefined) return ok("mail", "SMTP_URL is not set: no mails are sent, operators pass links on");
  const failure = await transport.verify();
  if (failure === null) return ok("mail", `the SMTP server accepts mails from ${settings.mailFrom}`);
  const fix = "Check host, port, user name and password in SMTP_URL, and the certificate of the server.";
  return fail("mail", `the SMTP server refuses the connection: ${failure}`, fix);
}

function checkPublicUrl(settings: Settings): Check {
  const name = "public URL";
  const url = new URL(publicUrlOf(settings));
  const isLocal = isLoopback(url.hostname);
  const listensOutside = !isLoopback(settings.host);
  if (isLocal && listensOutside) {
    return warn(
      name,
      `${url.origin} is a loopback address, but HOST ${settings.host} accepts connections from other machines, which cannot open links to it`,
      "Set PUBLIC_URL to the URL that clients use.",
    );
  }
  if (url.protocol === "http:" && !isLocal) {
    return fail(
      name,
      `${url.origin} is plain http: keys and session cookies are sent unencrypted, and passkeys do not work`,
      "Use a TLS proxy, and set PUBLIC_URL to its https URL.",
    );
  }
  if (!isLocal && isIP(url.hostname.replaceAll(/[[\]]/g, "")) > 0) {
    return warn(name, `${url.origin} is an IP address: passkeys require a host name`, "Set PUBLIC_URL to a host name.");
  }
  if (url.protocol === "https:" && !listensOutside && settings.trustProxy.length === 0) {
    return warn(
      name,
      `${url.origin} is served by a proxy whose X-Forwarded-For header is not trusted: all clients have its address`,
      "Set TRUST_PROXY to the IP address of the proxy.",
    );
  }
  return ok(name, `${url.origin}, listening on ${settings.host}`);
}

function isLoopback(host: string): boolean {
  const name = host.replaceAll(/[[\]]/g, "");
  return name === "localhost" || isLoopbackAddress(name);
}

function checkDataDirectory({ dataDir }: Settings): Check {
  const path = resolve(dataDir);
  const fix = "Set DATA_DIR to a directory owned by the user that runs the service.";
  if (!existsSync(path))
    return warn("data directory", `${path} does not exist yet`, "It is created on the first start.");
  const stat = statSync(path);
  if (!stat.isDirectory()) return fail("data directory", `${path} is not a directory`, fix);
  const uid = process.getuid?.();
  if (uid !== undefined && uid !== 0 && stat.uid !== uid) {
    return fail("data directory", `${path} is owned by user ${stat.uid}, but this is user ${uid}`, fix);
  }
  return ok("data directory", path);
}

const warningFreeBytes = 1024 ** 3;
const minFreeBytes = 100 * 1024 ** 2;

function checkDisk({ dataDir }: Settings): Check {
  const path = resolve(dataDir);
  if (!existsSync(path)) return ok("disk space", "DATA_DIR does not exist yet");
  const { bavail, bsize } = statfsSync(path);
  const free = bavail * bsize;
  const detail = `${Math.floor(free / 1024 ** 2)} MiB free on the volume of DATA_DIR`;
  const fix = "Free disk space. Usage and the embedded database cannot be written on a full disk.";
  if (free < minFreeBytes) return fail("disk space", detail, fix);
  return free < warningFreeBytes ? warn("disk space", detail, fix) : ok("disk space", detail);
}

/** Files that only the service's user should be able to read. */
const privateFiles = ["server-secret", "first-run.json", "admin.sock"];

function checkFileModes({ dataDir }: Settings): Check {
  const path = resolve(dataDir);
  if (!existsSync(path)) return ok("file modes", "DATA_DIR does not exist yet");
  const others = (each: string) => (statSync(each, { throwIfNoEntry: false })?.mode ?? 0) & 0o077;
  const open = privateFiles.map((name) => join(path, name)).filter((each) => others(each) !== 0);
  if (open.length > 0) {
    return fail("file modes", `other users can access ${open.join(", ")}`, `Run: chmod go= ${open.join(" ")}`);
  }
  if (others(path) === 0) return ok("file modes", "only the owner can read DATA_DIR");
  return warn("file modes", `other users can list ${path}`, `Run: chmod 700 ${path}`);
}

/** Sends a request to this process with the webhook client, and checks the other requirements of deliveries. */
async function checkEgress(settings: Settings, environment: Environment): Promise<Check> {
  const name = "egress";
  const answered = await probeLoopback();
  if (!answered) {
    return fail(name, "no response to a loopback request", "Check the firewall rules for loopback.");
  }
  if (getServers().length === 0) {
    return fail(
      name,
      "no DNS server is configured, so webhooks cannot be delivered",
      "Configure one in /etc/resolv.conf.",
    );
  }
  const proxy = ["HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy"].find((each) => environment[each]);
  if (proxy !== undefined) {
    const fix = "Allow direct connections to the public internet, or to the webhook receivers, in the firewall.";
    return warn(name, `${proxy} is set, but webhook deliveries do not use a proxy`, fix);
  }
  const { allowLoopback } = guardRulesOf(settings);
  if (allowLoopback && !isLoopback(new URL(publicUrlOf(settings)).hostname)) {
    const fix = "Set WEBHOOKS_ALLOW_LOOPBACK=false.";
    return warn(name, "webhooks can call services on this machine, and the deployment is public", fix);
  }
  return ok(name, `webhook client works; DNS servers: ${getServers().join(", ")}`);
}

async function probeLoopback(): Promise<boolean> {
  const server = createServer((_request, response) => response.end()).listen(0, "127.0.0.1");
  const client = createGuardedClient({
    rules: { allowLoopback: true, allowCidrs: [], ports: [] },
    timeoutMs: 5000,
    maxBodyBytes: 1024,
  });
  try {
    await once(server, "listening");
    const address = server.address();
    if (address === null || typeof address === "string") return false;
    const url = `http://127.0.0.1:${address.port}/`;
    const outcome = await client.send({ accountId: "doctor", url, method: "POST", headers: {}, body: Buffer.from("") });
    return outcome.ok && outcome.status === 200;
  } catch {
    return false;
  } finally {
    await client.close();
    server.closeAllConnections();
    server.close();
  }
}
