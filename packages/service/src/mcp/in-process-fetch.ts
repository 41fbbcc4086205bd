import type { RequestListener } from "node:http";
import { inject } from "light-my-request";
import type { App } from "../http/app-type.ts";

/** Options of requests within the process. */
interface InProcessCaller {
  /** IP address of the client, as the app determined it for the outer request. */
  address: string;
  /** Host header of the outer request. */
  host: string;
}

/** Methods of the API. */
const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

/**
 * Creates a `fetch` that handles requests in this app, without a connection. They pass all hooks: authentication, allowlists, limits, quotas,
 * usage, the request log and the audit log apply as to requests from outside.
 */
export function makeInProcessFetch(app: App, { address, host }: InProcessCaller): typeof fetch {
  return async (input, init = {}) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input);
    const method = methods.find((each) => each === (init.method ?? "GET"));
    if (method === undefined) throw new TypeError(`unsupported method ${init.method}`);
    const headers = Object.fromEntries(new Headers(init.headers));
    const response = await inject(dispatchTo(app, init.signal ?? undefined), {
      method,
      url: pathname + search,
      headers: { ...headers, host },
      remoteAddress: address,
      ...(typeof init.body === "string" ? { payload: init.body } : {}),
    });
    const { statusCode: status, rawPayload } = response;
    return new Response(rawPayload.length === 0 ? null : new Uint8Array(rawPayload), {
      status,
      headers: flatten(response.headers),
    });
  };
}

/** Dispatches to the router, and ends the response at an abort, as the end of a connection does: `inject` aborts only unread requests. */
function dispatchTo(app: App, signal: AbortSignal | undefined): RequestListener {
  return (request, response) => {
    const end = () => void response.destroy();
    signal?.addEventListener("abort", end, { once: true });
    response.once("close", () => signal?.removeEventListener("abort", end));
    app.routing(request, response);
  };
}

function flatten(headers: Readonly<Record<string, string | string[] | number | undefined>>): [string, string][] {
  return Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().map((each): [string, string] => [name, String(each)]),
  );
}
