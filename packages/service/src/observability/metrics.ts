import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { Type } from "typebox";
import { answers } from "../http/answers.ts";
import type { App } from "../http/app-type.ts";
import type { Answered } from "../http/request-log.ts";
import type { MetricsAccess } from "./metrics-token.ts";

export interface Metrics {
  registry: Registry;
  observeRequest: (answered: Answered) => void;
  countSearch(outcome: { supply: { source: string; status: string }[]; flights: number }): void;
  /** Sets how many quota units are withheld because their process died. */
  lostUnits(units: number): void;
  countDamagedLines(lines: number): void;
  /** Shows how many records of requests wait for the database, were dropped, and are missing in it for good. */
  watchBacklog(read: () => UsageBacklog): void;
}

interface UsageBacklog {
  waiting: number;
  dropped: number;
  lost: number;
}

/** Metrics in a registry of their own: process, event loop, requests and searches. */
export function makeMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: "wayfare_http_request_duration_seconds",
    help: "Time to answer a request, by route template.",
    labelNames: ["method", "route", "status"],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  const searches = new Counter({
    name: "wayfare_searches_total",
    help: "Searches answered, by whether they found flights.",
    labelNames: ["found"],
    registers: [registry],
  });
  const supply = new Counter({
    name: "wayfare_supplier_answers_total",
    help: "Answers of each supplier, by how they went.",
    labelNames: ["source", "status"],
    registers: [registry],
  });
  const lostUnits = new Gauge({
    name: "wayfare_quota_units_lost",
    help: "Quota units of current periods, over all accounts, that are withheld because their process died and has not been settled.",
    registers: [registry],
  });
  const damagedLines = new Counter({
    name: "wayfare_usage_journal_damaged_lines_total",
    help: "Lines of the usage journals of dead processes that were damaged; their files are kept as `.damaged` in DATA_DIR/usage.",
    registers: [registry],
  });
  return {
    registry,
    lostUnits: (units) => lostUnits.set(units),
    observeRequest: ({ request, reply, durationMs, route, aborted }) => {
      const labels = {
        method: request.method,
        route: route ?? "none",
        status: aborted ? "aborted" : String(reply.statusCode),
      };
      requests.observe(labels, durationMs / 1000);
    },
    countSearch: (outcome) => {
      searches.inc({ found: String(outcome.flights > 0) });
      for (const { source, status } of outcome.supply) supply.inc({ source, status });
    },
    countDamagedLines: (lines) => damagedLines.inc(lines),
    watchBacklog: (read) => registerBacklog(registry, read),
  };
}

function registerBacklog(registry: Registry, read: () => UsageBacklog): void {
  const gauges = [
    new Gauge({
      name: "wayfare_usage_records_waiting",
      help: "Records of requests that wait for the database.",
      registers: [],
      collect() {
        this.set(read().waiting);
      },
    }),
    new Gauge({
      name: "wayfare_usage_records_dropped",
      help: "Records of requests left out of the log since the start because too many waited; none of them counts.",
      registers: [],
      collect() {
        this.set(read().dropped);
      },
    }),
    new Gauge({
      name: "wayfare_usage_records_lost",
      help: "Records of requests since the start that the database lost in a failover or restore and that no journal has any more.",
      registers: [],
      collect() {
        this.set(read().lost);
      },
    }),
  ];
  for (const gauge of gauges) registry.registerMetric(gauge);
}

export function registerMetrics(app: App, metrics: Metrics, access: MetricsAccess): void {
  app.get(
    "/metrics",
    {
      config: { access: "public", shed: "never" },
      onRequest: (request, _reply, done) => {
        access.require(request);
        done();
      },
      schema: {
        operationId: "getMetrics",
        tags: ["Operations"],
        summary: "Read metrics for Prometheus",
        description:
          "Returns the metrics of this process in the Prometheus text format. Send the value of the METRICS_TOKEN setting as the bearer token. Without that setting the route answers 401.",
        response: {
          200: { description: "Metrics as text.", content: { "text/plain": { schema: Type.String() } } },
          ...answers(["AUTH_MISSING", "AUTH_INVALID"], { needsKey: false }),
        },
      },
    },
    async (_request, reply) => {
      reply.header("content-type", metrics.registry.contentType);
      return reply.serializer((body: unknown) => String(body)).send(await metrics.registry.metrics());
    },
  );
}
