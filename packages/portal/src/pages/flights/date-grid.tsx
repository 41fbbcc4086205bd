import type { KeyboardEvent } from "react";
import { classNames } from "../../components/class-names.ts";
import { TextLink } from "../../components/text-link.tsx";
import { type CalendarParams, type DayPrice, searchOfDay } from "./calendar-params.ts";

const dateText = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", timeZone: "UTC" });
const fullText = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });
const shortDate = (date: string) => dateText.format(new Date(date));

interface DateGridProps {
  departures: readonly string[];
  returns: readonly string[];
  /** Cells with a price. */
  prices: readonly DayPrice[];
  params: CalendarParams;
  format: (value: number) => string;
  /** Shorter form for the cells. */
  formatShort: (value: number) => string;
}

/** Prices of round trips: a column for each departure, a row for each return. Tab reaches the lowest price; arrow keys move from there. */
export function DateGrid({ departures, returns, prices, params, format, formatShort }: DateGridProps) {
  const byDates = new Map(prices.map((price) => [`${price.departureDate} ${price.returnDate}`, price]));
  const lowest = prices.reduce<DayPrice | undefined>(
    (best, price) => (best === undefined || price.value < best.value ? price : best),
    undefined,
  );
  const cheap = quantile(
    prices.map(({ value }) => value),
    0.1,
  );
  return (
    <section
      aria-label="Prices by departure and return"
      className="relative overflow-x-auto rounded-control border border-line"
    >
      <table className="border-collapse text-12" onKeyDown={moveFocus}>
        <caption className="sr-only">Lowest price of each departure and return</caption>
        <thead>
          <tr>
            <th scope="col" className="sticky left-0 bg-surface px-2 py-1 text-left font-medium text-ink-3">
              Return
            </th>
            {departures.map((date) => (
              <th key={date} scope="col" className="px-1.5 py-1 font-medium whitespace-nowrap text-ink-3">
                {shortDate(date)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {returns.map((back) => (
            <tr key={back}>
              <th
                scope="row"
                className="sticky left-0 bg-surface px-2 py-1 text-left font-medium whitespace-nowrap text-ink-3"
              >
                {shortDate(back)}
              </th>
              {departures.map((date) => {
                const price = byDates.get(`${date} ${back}`);
                return (
                  <td
                    key={date}
                    className={classNames(
                      "border border-line px-1.5 py-1 text-right whitespace-nowrap",
                      price === undefined ? "bg-sunken" : price.value <= cheap && "bg-raised font-semibold",
                    )}
                  >
                    {price !== undefined && (
                      <TextLink to="/flights" search={searchOfDay(price, params)} tabIndex={price === lowest ? 0 : -1}>
                        <span className="sr-only">
                          {fullText.format(new Date(date))} to {fullText.format(new Date(back))}: {format(price.value)}
                        </span>
                        <span aria-hidden>{formatShort(price.value)}</span>
                      </TextLink>
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NEGATIVE_INFINITY;
}

const steps: Readonly<Record<string, readonly [columns: number, rows: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Moves the focus to the next price in a direction. */
function moveFocus(event: KeyboardEvent<HTMLTableElement>): void {
  const step = steps[event.key];
  const cell = document.activeElement?.closest("td");
  const row = cell?.parentElement;
  const rows = [...(row?.parentElement?.children ?? [])];
  if (step === undefined || !cell || !row) return;
  event.preventDefault();
  let column = [...row.children].indexOf(cell) + step[0];
  let line = rows.indexOf(row) + step[1];
  for (;;) {
    const next = rows[line]?.children[column];
    if (next === undefined || next.tagName !== "TD") return;
    const link = next.querySelector("a");
    if (link) return link.focus();
    column += step[0];
    line += step[1];
  }
}
