import { getServers } from "node:dns";
import { once } from "node:events";
import { existsSync, statfsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { isIP } from "node:net";
import { join, resolve } from "node:path";
import { createGuardedClient, isLoopbackAddress } from "@wayfare/egress";
import { publicUrlOf } from "../../settings/parse.ts";
import type { Settings } from "../../settings/schema.ts";
import { guardRulesOf } from "../../webhooks/guard-rules.ts";
import { type Check, fail, ok, warn } from "./check.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** What can be seen without the database: settings, files, disk and the way out. Nothing outside this machine is contacted. */
export async function examineMachine(settings: Settings, environment: Environment): Promise<Check[]> {
  return [
    examinePublicUrl(settings),
    examineDataDirectory(settings),
    examineDisk(settings),
    examineModes(settings),
    await examineEgress(settings, environment),
  ];
}

function examinePublicUrl(settings: Settings): Check {
  const name = "public URL";
  const url = new URL(publicUrlOf(settings));
  const isLocal = isLoopback(url.hostname);
  const listensOutside = !isLoopback(settings.host);
  if (isLocal && listensOutside) {
    return warn(
      name,
      `${url.origin} is this machine, but HOST ${settings.host} takes callers from others: links in it lead them nowhere`,
      "Set PUBLIC_URL to the address that callers use.",
    );
  }
  if (url.protocol === "http:" && !isLocal) {
    return fail(
      name,
      `${url.origin} is plain http: keys and session cookies can be read on the way, and passkeys do not work`,
      "Put a proxy with TLS in front, and set PUBLIC_URL to its https address.",
    );
  }
  if (!isLocal && isIP(url.hostname.replaceAll(/[[\]]/g, "")) > 0) {
    return warn(name, `${url.origin} is an IP address: passkeys need a name`, "Set PUBLIC_URL to a host name.");
  }
  if (url.protocol === "https:" && !listensOutside && settings.trustProxy.length === 0) {
    return warn(
      name,
      `${url.origin} is served by a proxy, whose X-Forwarded-For is not trusted: all callers share its address`,
      "Set TRUST_PROXY to the proxy's address.",
    );
  }
  return ok(name, `${url.origin}, listening on ${settings.host}`);
}

function isLoopback(host: string): boolean {
  const name = host.replaceAll(/[[\]]/g, "");
  return name === "localhost" || isLoopbackAddress(name);
}

function examineDataDirectory({ dataDir }: Settings): Check {
  const path = resolve(dataDir);
  const fix = "Set DATA_DIR to a directory of the user that runs the service.";
  if (!existsSync(path)) return warn("data directory", `${path} does not exist yet`, "The first start makes it.");
  const stat = statSync(path);
  if (!stat.isDirectory()) return fail("data directory", `${path} is not a directory`, fix);
  const uid = process.getuid?.();
  if (uid !== undefined && uid !== 0 && stat.uid !== uid) {
    return fail("data directory", `${path} belongs to user ${stat.uid}, and this is user ${uid}`, fix);
  }
  return ok("data directory", path);
}

const littleBytes = 1024 ** 3;
const leastBytes = 100 * 1024 ** 2;

function examineDisk({ dataDir }: Settings): Check {
  const path = resolve(dataDir);
  if (!existsSync(path)) return ok("disk space", "DATA_DIR does not exist yet");
  const { bavail, bsize } = statfsSync(path);
  const free = bavail * bsize;
  const detail = `${Math.floor(free / 1024 ** 2)} MiB are free where DATA_DIR is`;
  const fix = "Free space: without it, usage and the embedded database cannot be written.";
  if (free < leastBytes) return fail("disk space", detail, fix);
  return free < littleBytes ? warn("disk space", detail, fix) : ok("disk space", detail);
}

/** What nobody but the service's user should read. */
const privateFiles = ["server-secret", "first-run.json", "admin.sock"];

function examineModes({ dataDir }: Settings): Check {
  const path = resolve(dataDir);
  if (!existsSync(path)) return ok("file modes", "DATA_DIR does not exist yet");
  const others = (each: string) => (statSync(each, { throwIfNoEntry: false })?.mode ?? 0) & 0o077;
  const open = privateFiles.map((name) => join(path, name)).filter((each) => others(each) !== 0);
  if (open.length > 0) {
    return fail("file modes", `other users may use ${open.join(", ")}`, `Run: chmod go= ${open.join(" ")}`);
  }
  if (others(path) === 0) return ok("file modes", "only the service's user may read DATA_DIR");
  return warn("file modes", `other users may look into ${path}`, `Run: chmod 700 ${path}`);
}

/** Sends one request to this process itself, through the client that webhooks use, and looks at what deliveries need beside it. */
async function examineEgress(settings: Settings, environment: Environment): Promise<Check> {
  const name = "egress";
  const answered = await probeLoopback();
  if (!answered) {
    return fail(name, "a request to this machine itself was not answered", "Check the firewall rules of loopback.");
  }
  if (getServers().length === 0) {
    return fail(name, "no name server is configured: no webhook can be delivered", "Set one in /etc/resolv.conf.");
  }
  const proxy = ["HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy"].find((each) => environment[each]);
  if (proxy !== undefined) {
    const fix = "Let the service connect to the public internet directly, or allow its receivers at the firewall.";
    return warn(name, `${proxy} is set, but deliveries go to their receivers directly`, fix);
  }
  const { allowLoopback } = guardRulesOf(settings);
  if (allowLoopback && !isLoopback(new URL(publicUrlOf(settings)).hostname)) {
    const fix = "Set WEBHOOKS_ALLOW_LOOPBACK=false.";
    return warn(name, "webhooks may call this machine's own services, and the deployment is public", fix);
  }
  return ok(name, `the webhook client works; name servers: ${getServers().join(", ")}`);
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
