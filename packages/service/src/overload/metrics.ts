import { Counter, Gauge, type Registry } from "prom-client";
import type { ConnectionEnd } from "../http/connections.ts";
import type { Shedding, ShedObserver } from "./shedding.ts";

export interface OverloadMetrics extends ShedObserver {
  countConnectionEnd: (end: ConnectionEnd) => void;
  /** Exposes the values that shedding decides by, read at each scrape. */
  watch(shedding: Shedding): void;
}

/** Metrics of load: the event loop's delay, the queue of searches, and what was refused for them. */
export function makeOverloadMetrics(registry: Registry): OverloadMetrics {
  const registers = [registry];
  const shed = new Counter({
    name: "wayfare_shed_total",
    help: "Requests refused with OVERLOADED, by kind and reason: the event loop's delay or the queue of searches (line).",
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
      const { queue } = shedding;
      const levels = { none: 0, searches: 1, all: 2 };
      gauge(
        "wayfare_overload_level",
        "What is refused for the event loop's delay: 0 nothing, 1 searches, 2 all.",
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
      gauge("wayfare_searches_in_line", "Searches admitted and not answered yet.", () => queue.length);
      gauge("wayfare_search_accounts", "Accounts with searches admitted and not answered yet.", () => queue.accounts);
      gauge("wayfare_search_expected_seconds", "How long all searches under way and one more take.", () => {
        return queue.expectedMs / 1000;
      });
    },
  };
}
