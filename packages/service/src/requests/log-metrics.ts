import { Counter, Gauge, type Registry } from "prom-client";

/** State of the writer, read at each scrape. Counters since the start. */
interface LogWriterState {
  pending: number;
  dropped: number;
  failures: number;
}

export interface RequestLogMetrics {
  /** Exposes the state of a writer; without one all values are 0. */
  watch(read: () => LogWriterState): void;
  countRepaired(requests: number): void;
}

/** Creates the metrics of the request log in ClickHouse. */
export function makeRequestLogMetrics(registry: Registry): RequestLogMetrics {
  let read = (): LogWriterState => ({ pending: 0, dropped: 0, failures: 0 });
  const gauge = (name: string, help: string, member: keyof LogWriterState) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read()[member]);
      },
    });
  gauge("wayfare_request_log_rows_pending", "Requests that are not written to ClickHouse yet.", "pending");
  gauge(
    "wayfare_request_log_rows_dropped",
    "Requests dropped since startup because too many waited for ClickHouse. They are copied from PostgreSQL later.",
    "dropped",
  );
  gauge(
    "wayfare_request_log_write_failures",
    "Failed writes to ClickHouse since startup. They are retried.",
    "failures",
  );
  const repaired = new Counter({
    name: "wayfare_request_log_rows_repaired_total",
    help: "Requests that were missing in ClickHouse and copied from PostgreSQL.",
    registers: [registry],
  });
  return {
    watch: (readState) => (read = readState),
    countRepaired: (requests) => repaired.inc(requests),
  };
}
