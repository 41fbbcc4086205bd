import type { CalendarContext, CalendarQuery, SuppliedCalendar, Supplier } from "@wayfare/suppliers";
import { supplierOf } from "../sample-supply.ts";

/** Price of a cell in minor units: a number that its dates determine, and null on Mondays. */
export function priceOfDate(date: string): number | null {
  const day = Date.parse(`${date}T00:00:00Z`) / 86_400_000;
  return (day + 3) % 7 === 0 ? null : 30_000 + (day % 100) * 7;
}

/** A simulated supplier with calendars. It waits for `gate`, if there is one. */
export function calendarSupplier(gate: () => Promise<void> = async () => {}) {
  const calls: CalendarQuery[] = [];
  let pending = 0;
  const calendar = async (query: CalendarQuery, { signal }: CalendarContext): Promise<SuppliedCalendar> => {
    calls.push(query);
    pending++;
    const left = Promise.withResolvers<never>();
    signal.addEventListener("abort", () => left.reject(new Error("client left")));
    await Promise.race([gate(), left.promise]).finally(() => pending--);
    const any = query.cells.map(({ departureDate }) => priceOfDate(departureDate));
    const nonstop = any.map(() => null);
    const award = query.search.includeAward ? [{ program: "avios", any: any.map(() => 20_000), nonstop }] : [];
    return { cash: { any, nonstop }, award };
  };
  const base = supplierOf("sandbox", []);
  const supplier: Supplier = { ...base, capabilities: { ...base.capabilities, calendar: true }, calendar };
  return { supplier, calls, pending: () => pending };
}
