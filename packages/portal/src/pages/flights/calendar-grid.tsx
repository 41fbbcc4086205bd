import type { KeyboardEvent } from "react";
import { classNames } from "../../components/class-names.ts";
import { TextLink } from "../../components/text-link.tsx";
import { type CalendarParams, type DayPrice, searchOfDay, weeksOf } from "./calendar-params.ts";

const dayNames = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const dateText = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });

interface CalendarGridProps {
  month: string;
  prices: ReadonlyMap<string, DayPrice>;
  params: CalendarParams;
  format: (value: number) => string;
}

/** Month with the lowest price of each day. Each price links to its search; arrow keys move between them. */
export function CalendarGrid({ month, prices, params, format }: CalendarGridProps) {
  const lowest = Math.min(...[...prices.values()].map(({ value }) => value));
  return (
    <table className="w-full table-fixed border-collapse text-13" onKeyDown={moveFocus}>
      <caption className="sr-only">Lowest price of each day</caption>
      <thead>
        <tr>
          {dayNames.map((name) => (
            <th key={name} scope="col" className="h-8 text-12 font-medium text-ink-3">
              <abbr title={name} className="no-underline">
                {name.slice(0, 3)}
              </abbr>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(month).map((week) => (
          <tr key={week.find((date) => date !== null)}>
            {week.map((date, day) => (
              <td
                key={date ?? `${day}`}
                className={classNames(
                  "h-16 border border-line p-1 text-center align-top",
                  date === null && "bg-sunken",
                )}
              >
                {date !== null && (
                  <Day
                    date={date}
                    price={prices.get(date)}
                    isLowest={prices.get(date)?.value === lowest}
                    params={params}
                    format={format}
                  />
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface DayProps {
  date: string;
  price: DayPrice | undefined;
  isLowest: boolean;
  params: CalendarParams;
  format: (value: number) => string;
}

function Day({ date, price, isLowest, params, format }: DayProps) {
  return (
    <>
      <span className="block font-mono text-12 text-ink-3">{Number(date.slice(8))}</span>
      {price === undefined ? (
        <span className="text-ink-3">—</span>
      ) : (
        <TextLink to="/flights" search={searchOfDay(price, params)}>
          <span className="sr-only">{dateText.format(new Date(date))}: </span>
          <span className={classNames("text-12 wrap-anywhere wide:text-13", isLowest && "font-semibold")}>
            {format(price.value)}
          </span>
          {isLowest && <span className="block text-12">Lowest</span>}
        </TextLink>
      )}
    </>
  );
}

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

/** Moves the focus by days and weeks to the next day with a price. */
function moveFocus(event: KeyboardEvent<HTMLTableElement>): void {
  const step = steps[event.key];
  const cells = [...event.currentTarget.querySelectorAll("td")];
  const from = cells.findIndex((cell) => cell.contains(document.activeElement));
  if (step === undefined || from < 0) return;
  event.preventDefault();
  for (let at = from + step; at >= 0 && at < cells.length; at += step) {
    const link = cells[at]?.querySelector("a");
    if (link) return link.focus();
  }
}
