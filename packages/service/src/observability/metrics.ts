import { listFactTables } from "@wayfare/world";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { Type } from "typebox";
import type { App } from "../http/app-type.ts";
import { problemResponses } from "../http/problem-responses.ts";
import type { EndedRequest } from "../http/request-log.ts";
import type { MetricsAccess } from "./metrics-token.ts";

export interface Metrics {
  registry: Registry;
  observeRequest: (answered: EndedRequest) => void;
  countSearch(outcome: { supply: { source: string; status: string }[]; flights: number }): void;
  /** Sets the number of quota units that are withheld because their process died. */
  setLostQuotaUnits(units: number): void;
  countDamagedLines(lines: number): void;
  /** Sets the time zone data that this process uses. */
  setTimeZoneData(data: { release: string; source: string }): void;
  /** Exposes the request records that are pending, dropped, or lost in the database. */
  watchBacklog(read: () => UsageBacklog): void;
}

interface UsageBacklog {
  pending: number;
  dropped: number;
  lost: number;
}

/** Upper bounds in seconds. A scavenge of the event loop's thread should take less than 5 ms. */
const gcDurationBuckets = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5];

/** Creates the metrics registry: process, event loop, requests and searches. */
export function makeMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, gcDurationBuckets });
  const requests = new Histogram({
    name: "wayfare_http_request_duration_seconds",
    help: "Request duration in seconds, by method, route template and status.",
    labelNames: ["method", "route", "status"],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  const searches = new Counter({
    name: "wayfare_searches_total",
    help: "Completed searches, by whether they found flights.",
    labelNames: ["found"],
    registers: [registry],
  });
  const supply = new Counter({
    name: "wayfare_supplier_responses_total",
    help: "Supplier responses, by source and status.",
    labelNames: ["source", "status"],
    registers: [registry],
  });
  const lostUnits = new Gauge({
    name: "wayfare_quota_units_lost",
    help: "Quota units of current periods that are withheld because their process died and its lease has not been settled.",
    registers: [registry],
  });
  const oldestFacts = new Gauge({
    name: "wayfare_facts_oldest_check_timestamp_seconds",
    help: "Day on which the oldest table of facts was last compared with its source, as a Unix timestamp.",
    registers: [registry],
  });
  oldestFacts.set(Math.min(...listFactTables().map(({ asOf }) => Date.parse(asOf) / 1000)));
  const damagedLines = new Counter({
    name: "wayfare_usage_journal_damaged_lines_total",
    help: "Damaged lines in recovered usage journals. The files are kept as `.damaged` in DATA_DIR/usage.",
    registers: [registry],
  });
  const timeZoneData = new Gauge({
    name: "wayfare_time_zone_data_info",
    help: "1, with the release of the time zone data and its source: `facts` of this version, or the folder of `TZ_DATA`.",
    labelNames: ["release", "source"],
    registers: [registry],
  });
  return {
    registry,
    setTimeZoneData: ({ release, source }) => timeZoneData.set({ release, source }, 1),
    setLostQuotaUnits: (units) => lostUnits.set(units),
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
      name: "wayfare_usage_records_pending",
      help: "Request records that are not written to the database yet.",
      registers: [],
      collect() {
        this.set(read().pending);
      },
    }),
    new Gauge({
      name: "wayfare_usage_records_dropped",
      help: "Request records dropped from the request log since startup because too many were pending. None of them was metered.",
      registers: [],
      collect() {
        this.set(read().dropped);
      },
    }),
    new Gauge({
      name: "wayfare_usage_records_lost",
      help: "Request records since startup that were lost in a failover or restore and are in no journal.",
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
        summary: "Get Prometheus metrics",
        description:
          "Returns the metrics of this process in the Prometheus text format. Send the value of the METRICS_TOKEN setting as the bearer token. Without that setting the operation returns 401.",
        response: {
          200: {
            description: "The metrics in the Prometheus text format.",
            content: { "text/plain": { schema: Type.String() } },
          },
          ...problemResponses(["AUTH_MISSING", "AUTH_INVALID"], { needsKey: false }),
        },
      },
    },
    async (_request, reply) => {
      reply.header("content-type", metrics.registry.contentType);
      return reply.serializer((body: unknown) => String(body)).send(await metrics.registry.metrics());
    },
  );
}
