import { orderReportTypes } from "@wayfare/contract";
import type { Queryable } from "@wayfare/database";
import { Gauge, type Registry } from "prom-client";
import { countOpenReports } from "./order-report-store.ts";

/** Creates the gauge of open reports. @returns a function that counts them and sets the gauge */
export function makeOrderReportGauge(database: Queryable, registry: Registry): () => Promise<void> {
  const open = new Gauge({
    name: "wayfare_order_reports_open",
    help: "Bookings of all accounts whose order at a supplier needs an operator, by type of the report.",
    labelNames: ["type"],
    registers: [registry],
  });
  return async () => {
    const counts = await countOpenReports(database);
    for (const type of orderReportTypes) open.set({ type }, counts.get(type) ?? 0);
  };
}
