import { once } from "node:events";
import { rmSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { type Clock, DomainError, getErrorEntry } from "@wayfare/contract";
import type { FastifyBaseLogger } from "fastify";
import { type SpooledArchive, summaryHeader } from "../backup/spool.ts";
import { parseBillingOrder } from "./billing-input.ts";
import type { Operator } from "./commands.ts";
import type { Deployment } from "./deployment.ts";
import { parseKeyOrder, parseKeyQuestion, parseLoginOrder, parseQuotaOrder } from "./input.ts";

interface AdminSocketParts {
  /** Absolute, and held by this process. */
  dataDirectory: string;
  operator: Operator;
  /** What concerns the deployment as a whole. */
  deployment?: Deployment;
  clock: Clock;
  log: FastifyBaseLogger;
}

/** Operating systems take 103 (macOS) to 107 (Linux) bytes. */
const maxPathBytes = 103;

const bodyLimitBytes = 64 * 1024;

/** How long commands that are under way may take when the service ends. */
const closingMs = 1000;

/** Where a running service listens for its operator; undefined where no socket can have such a long path. */
export function findAdminSocketPath(dataDirectory: string): string | undefined {
  const path = join(dataDirectory, "admin.sock");
  return Buffer.byteLength(path) <= maxPathBytes ? path : undefined;
}

/**
 * Lets the command line in while this process has the embedded database: HTTP with JSON on a socket that only the
 * service's own user may open. A socket that cannot be made is a warning, because the service is of use without it. The
 * answer closes and removes it.
 */
export async function openAdminSocket(parts: AdminSocketParts): Promise<() => Promise<void>> {
  const { dataDirectory, log } = parts;
  const path = findAdminSocketPath(dataDirectory);
  if (path === undefined) {
    log.warn(
      { dataDirectory },
      "the path is too long for an admin socket: `wayfare keys` and `wayfare login-link` work only while this is stopped",
    );
    return async () => {};
  }
  const server = createServer((request, response) => void answer(parts, request, response));
  try {
    // Whoever left one here is dead: the data directory is ours.
    rmSync(path, { force: true });
    listenPrivately(server, path);
    await once(server, "listening");
  } catch (error) {
    log.warn(
      { err: error, path },
      "no admin socket: `wayfare keys` and `wayfare login-link` work only while this is stopped",
    );
  }
  return () => close(server, path);
}

/** Node binds the socket before `listen` returns. A chmod afterwards would leave it open for a moment. */
function listenPrivately(server: Server, path: string): void {
  const umask = process.umask(0o177);
  try {
    server.listen(path);
  } finally {
    process.umask(umask);
  }
}

async function close(server: Server, path: string): Promise<void> {
  if (!server.listening) return;
  const cut = setTimeout(() => server.closeAllConnections(), closingMs);
  server.close();
  await once(server, "close");
  clearTimeout(cut);
  rmSync(path, { force: true });
}

async function answer(parts: AdminSocketParts, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const { deployment } = parts;
    const asked = `${request.method} ${request.url}`;
    if (deployment !== undefined && asked === "GET /backup") await sendBackup(response, await deployment.backup());
    else if (deployment !== undefined && asked === "POST /resume") send(response, 200, await deployment.resume());
    else if (deployment !== undefined && asked === "GET /checks") send(response, 200, await deployment.examine());
    else send(response, 200, await obey(parts, request));
  } catch (error) {
    if (response.headersSent || (request.destroyed && !request.complete)) {
      response.destroy();
      return;
    }
    if (error instanceof DomainError) {
      const { code, message, errors = [] } = error;
      send(response, getErrorEntry(code).status, { error: message, code, errors });
    } else {
      parts.log.error({ err: error }, "a command of the operator failed");
      send(response, 500, { error: "The running service failed at this; its log says why." });
    }
  }
}

/** Does what a request asks for. */
async function obey({ operator, clock }: AdminSocketParts, request: IncomingMessage): Promise<unknown> {
  const [, path = "", query = ""] = /^([^?]*)\??(.*)$/s.exec(request.url ?? "") ?? [];
  const asked = `${request.method} ${path}`;
  if (asked === "POST /keys") return operator.createKey(parseKeyOrder(await readJson(request), clock.nowMs()));
  if (asked === "POST /login-links") return operator.createLoginLink(parseLoginOrder(await readJson(request)));
  if (asked === "GET /keys")
    return { data: await operator.listKeys(parseKeyQuestion(questionOf(new URLSearchParams(query)))) };
  if (asked === "GET /secrets") return operator.readSecrets();
  if (asked === "POST /secrets/rotate") return operator.rotateSecrets();
  const secretId = /^POST \/secrets\/([^/]+)\/drop$/.exec(asked)?.[1];
  if (secretId !== undefined) return operator.dropSecret(secretId);
  if (asked === "POST /billing") return operator.bill(parseBillingOrder(await readJson(request)));
  if (asked === "POST /quotas/settle")
    return { data: await operator.settleQuotas(parseQuotaOrder(await readJson(request))) };
  const id = /^POST \/keys\/([^/]+)\/revoke$/.exec(asked)?.[1];
  if (id !== undefined) {
    const { accountId } = parseKeyQuestion(questionOf(new URLSearchParams(query)));
    return operator.revokeKey(id, { accountId });
  }
  throw new DomainError("NOT_FOUND", { detail: `There is no ${asked.slice(0, 200)} on the admin socket.` });
}

/** A query string holds nothing but text. */
function questionOf(query: URLSearchParams): Record<string, unknown> {
  const words: Record<string, boolean> = { true: true, false: false };
  return Object.fromEntries([...query].map(([name, text]) => [name, name === "idle" ? (words[text] ?? text) : text]));
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  // Read to its end whatever its size: whoever is still writing would not see the answer.
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size <= bodyLimitBytes) chunks.push(bytes);
  }
  if (size > bodyLimitBytes) throw new DomainError("PAYLOAD_TOO_LARGE", { detail: "A body may hold 64 KiB." });
  try {
    return JSON.parse(Buffer.concat(chunks).toString("utf8"));
  } catch {
    throw new DomainError("JSON_INVALID", { detail: "The body is not valid JSON." });
  }
}

async function sendBackup(response: ServerResponse, { summary, bytes, content }: SpooledArchive): Promise<void> {
  response.writeHead(200, {
    "content-type": "application/octet-stream",
    "content-length": bytes,
    [summaryHeader]: JSON.stringify(summary),
    connection: "close",
  });
  await pipeline(content, response);
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json", connection: "close" });
  response.end(JSON.stringify(body));
}
