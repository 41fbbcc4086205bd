import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { text } from "node:stream/consumers";

/** A span as the collector received it. */
interface CollectedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: { key: string; value: Record<string, unknown> }[];
  status?: { code: number; message: string };
}

export interface SpanCollector {
  /** For `TRACES_URL`. */
  url: string;
  spans: CollectedSpan[];
  /** Status of the next responses, 200 by default. */
  status: number;
  close(): Promise<void>;
}

/** Starts a collector for OTLP over HTTP on a loopback address. */
export async function startSpanCollector(): Promise<SpanCollector> {
  const server: Server = createServer((request, response) => {
    const answer = async () => {
      const body = await text(request);
      const { resourceSpans }: { resourceSpans: { scopeSpans: { spans: CollectedSpan[] }[] }[] } = JSON.parse(body);
      if (collector.status === 200) {
        collector.spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)));
      }
      response.writeHead(collector.status, { "content-type": "application/json" }).end("{}");
    };
    void answer();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const collector: SpanCollector = {
    url: `http://127.0.0.1:${port}/v1/traces`,
    spans: [],
    status: 200,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  return collector;
}
