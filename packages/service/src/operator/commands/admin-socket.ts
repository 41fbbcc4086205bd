import { once } from "node:events";
import { rmSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { type Clock, DomainError, getErrorEntry } from "@wayfare/contract";
import type { FastifyBaseLogger } from "fastify";
import { type SpooledArchive, summaryHeader } from "../backup/spool.ts";
import { parseAccountInput } from "./account-input.ts";
import { parseBillingInput } from "./billing-input.ts";
import type { Operator } from "./commands.ts";
import type { Deployment } from "./deployment.ts";
import { parseCreateKeyInput, parseListKeysInput, parseLoginLinkInput, parseSettleQuotasInput } from "./input.ts";
import { parsePlanInput } from "./plan-input.ts";
import { parseStatusInput } from "./status-input.ts";

interface AdminSocketDeps {
  /** Absolute path; locked by this process. */
  dataDirectory: string;
  operator: Operator;
  /** Operations on the whole deployment. */
  deployment?: Deployment;
  clock: Clock;
  log: FastifyBaseLogger;
}

/** Operating systems accept socket paths of 103 (macOS) to 107 (Linux) bytes. */
const maxPathBytes = 103;

const bodyLimitBytes = 64 * 1024;

/** Time that running commands have to finish at shutdown. */
const closingMs = 1000;

/** Returns the path of a running service's admin socket; undefined if it would be too long. */
export function findAdminSocketPath(dataDirectory: string): string | undefined {
  const path = join(dataDirectory, "admin.sock");
  return Buffer.byteLength(path) <= maxPathBytes ? path : undefined;
}

/**
 * Opens the admin socket, which the command line uses while this process has the embedded database: HTTP with JSON on a socket that only
 * the service's user can open. If the socket cannot be created, a warning is logged and the service continues. Returns a function that
 * closes and removes it.
 */
export async function openAdminSocket(deps: AdminSocketDeps): Promise<() => Promise<void>> {
  const { dataDirectory, log } = deps;
  const path = findAdminSocketPath(dataDirectory);
  if (path === undefined) {
    log.warn(
      { dataDirectory },
      "admin socket path is too long, so `wayfare keys` and `wayfare login-link` work only while the service is stopped",
    );
    return async () => {};
  }
  const server = createServer((request, response) => void handleRequest(deps, request, response));
  try {
    // Left over from a dead process, because this process holds the data directory.
    rmSync(path, { force: true });
    listenPrivately(server, path);
    await once(server, "listening");
  } catch (error) {
    log.warn(
      { err: error, path },
      "admin socket failed, so `wayfare keys` and `wayfare login-link` work only while the service is stopped",
    );
  }
  return () => close(server, path);
}

/** Sets the umask, because Node binds the socket before `listen` returns: a later chmod would leave it open for a moment. */
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

async function handleRequest(deps: AdminSocketDeps, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const { deployment } = deps;
    const route = `${request.method} ${request.url}`;
    const exportedId = /^POST \/accounts\/([^/?]+)\/export$/.exec(route)?.[1];
    if (deployment !== undefined && route === "GET /backup") await sendBackup(response, await deployment.backup());
    else if (deployment !== undefined && route === "POST /resume") send(response, 200, await deployment.resume());
    else if (deployment !== undefined && route === "GET /checks") send(response, 200, await deployment.runChecks());
    else if (deployment !== undefined && exportedId !== undefined)
      await sendLines(response, await deployment.exportAccount(exportedId));
    else send(response, 200, await runCommand(deps, request));
  } catch (error) {
    if (response.headersSent || (request.destroyed && !request.complete)) {
      response.destroy();
      return;
    }
    if (error instanceof DomainError) {
      const { code, message, errors = [] } = error;
      send(response, getErrorEntry(code).status, { error: message, code, errors });
    } else {
      deps.log.error({ err: error }, "operator command failed");
      send(response, 500, { error: "Internal error of the running service. See its log." });
    }
  }
}

/** Runs the command of a request. */
async function runCommand({ operator, clock }: AdminSocketDeps, request: IncomingMessage): Promise<unknown> {
  const [, path = "", query = ""] = /^([^?]*)\??(.*)$/s.exec(request.url ?? "") ?? [];
  const route = `${request.method} ${path}`;
  if (route === "POST /keys") return operator.createKey(parseCreateKeyInput(await readJson(request), clock.nowMs()));
  if (route === "POST /login-links") return operator.createLoginLink(parseLoginLinkInput(await readJson(request)));
  if (route === "GET /keys")
    return { data: await operator.listKeys(parseListKeysInput(queryOf(new URLSearchParams(query)))) };
  if (route === "GET /secrets") return operator.readSecrets();
  if (route === "POST /secrets/rotate") return operator.rotateSecrets();
  const secretId = /^POST \/secrets\/([^/]+)\/drop$/.exec(route)?.[1];
  if (secretId !== undefined) return operator.dropSecret(secretId);
  if (route === "POST /billing") return operator.runBillingCommand(parseBillingInput(await readJson(request)));
  if (route === "POST /accounts") return operator.runAccountCommand(parseAccountInput(await readJson(request)));
  if (route === "POST /plans") return operator.runPlanCommand(parsePlanInput(await readJson(request)));
  if (route === "POST /status") return operator.runStatusCommand(parseStatusInput(await readJson(request)));
  if (route === "POST /quotas/settle")
    return { data: await operator.settleQuotas(parseSettleQuotasInput(await readJson(request))) };
  const id = /^POST \/keys\/([^/]+)\/revoke$/.exec(route)?.[1];
  if (id !== undefined) {
    const { accountId } = parseListKeysInput(queryOf(new URLSearchParams(query)));
    return operator.revokeKey(id, { accountId });
  }
  throw new DomainError("NOT_FOUND", { detail: `Unknown route on the admin socket: ${route.slice(0, 200)}.` });
}

/** Converts query parameters, which are strings, to their types. */
function queryOf(query: URLSearchParams): Record<string, unknown> {
  const words: Record<string, boolean> = { true: true, false: false };
  return Object.fromEntries([...query].map(([name, text]) => [name, name === "idle" ? (words[text] ?? text) : text]));
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  // Reads the body to its end regardless of its size, because a client that is still writing would not read the response.
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size <= bodyLimitBytes) chunks.push(bytes);
  }
  if (size > bodyLimitBytes)
    throw new DomainError("PAYLOAD_TOO_LARGE", { detail: "The request body must not be larger than 64 KiB." });
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

async function sendLines(response: ServerResponse, lines: AsyncIterable<string>): Promise<void> {
  response.writeHead(200, { "content-type": "application/x-ndjson", connection: "close" });
  await pipeline(lines, response);
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json", connection: "close" });
  response.end(JSON.stringify(body));
}
