import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import { createServer, type ServerDeps } from "./create-server.ts";

export interface MessageDeps extends ServerDeps {
  /** Parsed body of the request. */
  body: unknown;
  /** Headers that the transport checks. */
  headers: Readonly<Record<string, string | undefined>>;
}

/** URL of the requests for the transport, which reads no part of it. */
const endpoint = "http://localhost/mcp";
const checkedHeaders = ["accept", "content-type", "mcp-protocol-version"] as const;

/**
 * Handles one message of the streamable HTTP transport, without a session: each message has its own server, so that any process can
 * handle it.
 */
export async function handleMessage({ body, headers, ...deps }: MessageDeps): Promise<Response> {
  if (Array.isArray(body)) return rejectBatch();
  const server = createServer(deps);
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  const closed = new Promise<never>((_, reject) => {
    const disconnect = () => reject(new DOMException("the client disconnected", "AbortError"));
    deps.signal.addEventListener("abort", disconnect, { once: true });
  });
  closed.catch(() => {});
  try {
    await server.connect(transport);
    const given = checkedHeaders.flatMap((name) => {
      const value = headers[name];
      return value === undefined ? [] : [[name, value] as [string, string]];
    });
    const request = new Request(endpoint, { method: "POST", headers: given });
    return await Promise.race([transport.handleRequest(request, { parsedBody: body }), closed]);
  } finally {
    await server.close();
  }
}

/** Batches are not part of the protocol since 2025-06-18. */
function rejectBatch(): Response {
  const error = { code: -32_600, message: "Batches are not supported. Send one message per request." };
  return Response.json({ jsonrpc: "2.0", error, id: null }, { status: 400 });
}
