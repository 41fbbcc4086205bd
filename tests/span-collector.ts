import { once } from "node:events";
import { createServer } from "node:http";
import { json } from "node:stream/consumers";

/** A span as a collector receives it in OTLP. */
export interface CollectedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: { key: string; value: Record<string, unknown> }[];
}

export interface SpanCollector {
  /** For `TRACES_URL`. */
  url: string;
  spans: readonly CollectedSpan[];
  close(): Promise<void>;
}

/** Body of an export request. */
interface ExportRequest {
  resourceSpans: { scopeSpans: { spans: CollectedSpan[] }[] }[];
}

/** Starts a collector on a loopback address that keeps the spans of all processes. */
export async function startSpanCollector(): Promise<SpanCollector> {
  const spans: CollectedSpan[] = [];
  const server = createServer((request, response) => {
    const answer = async () => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the service under test sends it, and tests check the spans
      const { resourceSpans } = (await json(request)) as ExportRequest;
      spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)));
      response.end("{}");
    };
    void answer();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/v1/traces`,
    spans,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
