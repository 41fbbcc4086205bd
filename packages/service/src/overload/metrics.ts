import { Counter, Gauge, type Registry } from "prom-client";
import type { ConnectionEnd } from "./connections.ts";
import type { Shedding, ShedObserver } from "./shedding.ts";

export interface OverloadMetrics extends ShedObserver {
  countConnectionEnd: (end: ConnectionEnd) => void;
  /** Shows what the shedding goes by, read at each scrape. */
  watch(shedding: Shedding): void;
}

/** What tells of load: how late the event loop is, how long the line of searches, and what was turned away for it. */
export function makeOverloadMetrics(registry: Registry): OverloadMetrics {
  const registers = [registry];
  const shed = new Counter({
    name: "wayfare_shed_total",
    help: "Requests turned away with OVERLOADED, by kind and by what was too long: the event loop's delay or the line of searches.",
    labelNames: ["kind", "reason"],
    registers,
  });
  const ends = new Counter({
    name: "wayfare_connections_ended_total",
    help: "Connections that were ended for what their client did, by what it was.",
    labelNames: ["reason"],
    registers,
  });
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  return {
    countShed: (kind, reason) => shed.inc({ kind, reason }),
    countConnectionEnd: (reason) => ends.inc({ reason }),
    watch(shedding) {
      const { line } = shedding;
      const levels = { none: 0, searches: 1, all: 2 };
      gauge(
        "wayfare_overload_level",
        "What is turned away for the event loop's delay: 0 nothing, 1 searches, 2 all.",
        () => {
          return levels[shedding.level()];
        },
      );
      gauge(
        "wayfare_event_loop_delay_seconds",
        "How late the event loop is; all but a tenth of the samples of a quarter of a second.",
        () => {
          return shedding.delayMs() / 1000;
        },
      );
      gauge("wayfare_searches_in_line", "Searches that have been let in and not been answered.", () => line.length);
      gauge("wayfare_search_expected_seconds", "In how long a search that came now would be answered.", () => {
        return line.expectedMs / 1000;
      });
    },
  };
}
