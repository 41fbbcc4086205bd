import type { OrderReport } from "./order-report-store.ts";

/** Log of reports. */
export interface ReportLog {
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

/** Logs a new report about an order, after it was stored: as an error if an operator has to act. */
export function logReport(log: ReportLog, report: Omit<OrderReport, "nowMs">): void {
  const { bookingId, accountId, supplier, type, orderId } = report;
  const details = { bookingId, accountId, supplier, type, orderId };
  if (report.isOpen) log.error(details, "order needs an operator");
  else log.warn(details, "late order settled");
}
