import type { ConnectionEnd } from "@wayfare/listener";
import { Counter, Gauge, type Registry } from "prom-client";
import type { Shedding, ShedObserver } from "./shedding.ts";

export interface OverloadMetrics extends ShedObserver {
  countConnectionEnd: (end: ConnectionEnd) => void;
  /** Exposes the inputs of load shedding, read at each scrape. */
  watch(shedding: Shedding): void;
}

/** Metrics of load shedding: event-loop delay, search queue, and rejected requests. */
export function makeOverloadMetrics(registry: Registry): OverloadMetrics {
  const registers = [registry];
  const shed = new Counter({
    name: "wayfare_requests_shed_total",
    help: "Requests rejected with OVERLOADED, by kind (search, calendar, other) and reason: event-loop delay (delay) or search queue (queue).",
    labelNames: ["kind", "reason"],
    registers,
  });
  const ends = new Counter({
    name: "wayfare_connections_closed_total",
    help: "Client connections closed by the server, by reason.",
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
      gauge("wayfare_overload_level", "Routes rejected because of event-loop delay: 0 none, 1 searches, 2 all.", () => {
        return levels[shedding.level()];
      });
      gauge("wayfare_event_loop_delay_seconds", "Event-loop delay, 90th percentile over 250 ms.", () => {
        return shedding.delayMs() / 1000;
      });
      gauge("wayfare_searches_pending", "Pending searches: admitted and not answered yet.", () => queue.length);
      gauge("wayfare_live_searches_pending", "Pending searches of live suppliers.", () => shedding.live.length);
      gauge("wayfare_calendars_pending", "Pending calendars.", () => shedding.calendars.length);
      gauge("wayfare_search_accounts", "Accounts with pending searches.", () => queue.accounts);
      gauge("wayfare_search_queue_seconds", "Estimated time to answer all pending searches and one more.", () => {
        return queue.expectedMs / 1000;
      });
    },
  };
}
