import { type Clock, DomainError } from "@wayfare/contract";
import { handleMessage, makeConfirmations } from "@wayfare/mcp";
import { Wayfare } from "@wayfare/sdk";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../http/app-type.ts";
import { getCaller, nowOf } from "../http/caller.ts";
import { requestLogger } from "../http/request-log.ts";
import type { ServerSecrets } from "../secrets/server-secret.ts";
import { makeTextSigner, type TextSigner } from "../secrets/text-signer.ts";
import { makeInProcessFetch } from "./in-process-fetch.ts";
import { assertTrustedOrigin } from "./trusted-origin.ts";

interface McpDeps {
  secrets: ServerSecrets;
  clock: Clock;
  publicUrl: string;
}

/** A call with travelers has a few kilobytes. */
const maxBytes = 64 * 1024;
/** Longer than the longest deadline of a search. */
const timeoutMs = 60_000;

/**
 * Serves the Model Context Protocol at `/mcp`: streamable HTTP without sessions, so that any process handles any message. Its tools call the
 * API of this app with the key of the caller.
 */
export function registerMcp(app: App, { secrets, clock, publicUrl }: McpDeps): void {
  const signer = makeTextSigner(secrets, "mcp confirmations");
  const challenge = `Bearer resource_metadata="${publicUrl}${metadataPath}/mcp"`;
  registerMetadata(app, publicUrl);
  const config = { access: [], applicationKeys: "own", challenge } as const;
  app.post("/mcp", { config, bodyLimit: maxBytes }, async (request, reply) => {
    assertTrustedOrigin(request, publicUrl);
    const response = await handleMessage({
      ...callerDeps(app, request, { signer, clock, publicUrl }),
      signal: signalOf(reply),
    });
    reply.code(response.status).header("cache-control", "no-store");
    const type = response.headers.get("content-type");
    if (type !== null) reply.type(type);
    return reply.send(await response.text());
  });
}

const metadataPath = "/.well-known/oauth-protected-resource";

/** Serves the metadata of `/mcp` as a protected resource (RFC 9728), at the path for the resource and at that for the host. */
function registerMetadata(app: App, publicUrl: string): void {
  const metadata = {
    resource: `${publicUrl}/mcp`,
    resource_name: "Wayfare",
    authorization_servers: [publicUrl],
    bearer_methods_supported: ["header"],
    scopes_supported: ["flights.search", "flights.book"],
    resource_documentation: `${publicUrl}/docs/guides/mcp.md`,
  };
  for (const path of [metadataPath, `${metadataPath}/mcp`]) {
    app.get(path, { config: { access: "public" } }, async (_request, reply) =>
      reply.header("cache-control", "public, max-age=300").send(metadata),
    );
  }
}

interface CallerOptions extends Pick<McpDeps, "clock" | "publicUrl"> {
  signer: TextSigner;
}

function callerDeps(app: App, request: FastifyRequest, { signer, clock, publicUrl }: CallerOptions) {
  const caller = getCaller(request);
  if (caller.session !== null) throw new DomainError("AUTH_MISSING");
  const { headers, body } = request;
  const fetch = makeInProcessFetch(app, { address: caller.address, host: headers.host ?? "localhost" });
  const apiKey = headers.authorization?.replace(/^bearer +/i, "") ?? "";
  // A call is not repeated in the process that refused it: the error has the time of the next attempt.
  const client = new Wayfare({ baseUrl: publicUrl, apiKey, fetch, timeoutMs, maxRetries: 0 });
  return {
    body,
    headers: {
      accept: headers.accept,
      "content-type": headers["content-type"],
      "mcp-protocol-version": [headers["mcp-protocol-version"]].flat()[0],
    },
    client,
    scopes: caller.scopes,
    confirmations: makeConfirmations(signer, caller.id),
    nowMs: () => nowOf(clock, caller),
    onError: (error: unknown) => requestLogger(request).error({ err: error }, "mcp call failed"),
  };
}

/** Returns a signal that aborts when the client disconnects. */
function signalOf({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  raw.once("close", () => controller.abort());
  return controller.signal;
}
