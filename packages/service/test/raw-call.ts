import { once } from "node:events";
import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request as sendRequest } from "node:http";

interface RawAnswer {
  status: number | undefined;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** Sends a request and returns the body as it is on the wire; `fetch` would decode it. */
export async function callRaw(url: string, headers: OutgoingHttpHeaders = {}, method = "GET"): Promise<RawAnswer> {
  const request = sendRequest(url, { headers, method, agent: false });
  request.end();
  const [response] = await once(request, "response");
  const chunks = await response.toArray();
  return { status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) };
}
