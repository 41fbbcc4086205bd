import { getRouteApi } from "@tanstack/react-router";
import type { CalendarResponse } from "@wayfare/sdk";
import { useMemo } from "react";
import { BarChart } from "../../components/bar-chart.tsx";
import { Button } from "../../components/button.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Loading } from "../../components/loading.tsx";
import { formatMiles, formatMoney } from "../../components/money-format.ts";
import { PageHeader } from "../../components/page-header.tsx";
import { Problem } from "../../components/problem.tsx";
import { useRead } from "../../data/read.ts";
import { useDataClock } from "../../data/test-clock.ts";
import { CalendarForm } from "./calendar-form.tsx";
import { CalendarGrid } from "./calendar-grid.tsx";
import {
  type CalendarParams,
  datesOfMonth,
  listCells,
  lowestByDay,
  moveMonth,
  toCalendarRequest,
} from "./calendar-params.ts";
import { DateGrid } from "./date-grid.tsx";

const route = getRouteApi("/shell/calendar");
const monthText = new Intl.DateTimeFormat("en-US", { month: "long", year: "numeric", timeZone: "UTC" });

/** Prices in the cells of the grid of dates: whole units, without the currency. */
const shortNumber = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });

/** Page with the lowest price of each day of a month, as a grid and as a chart. */
export function CalendarPage() {
  const params = route.useSearch();
  const navigate = route.useNavigate();
  const { nowMs } = useDataClock();
  const request = toCalendarRequest(params, nowMs);
  const { data, error, isFetching, refetch } = useRead(
    ["calendar", request],
    (client) =>
      client.flights.calendar(request ?? { origin: "", destination: "", departureDates: { from: "", to: "" } }),
    { enabled: request !== null, staleTime: 300_000, retry: false },
  );
  const defaultMonth = moveMonth(new Date(nowMs).toISOString().slice(0, 7), 1);
  return (
    <>
      <PageHeader title="Fare calendar" lead="Find the cheapest days of a month, in cash or in miles." />
      <CalendarForm
        key={JSON.stringify(params)}
        params={params}
        defaultMonth={defaultMonth}
        busy={isFetching}
        onShow={(next) => void navigate({ search: next })}
      />
      {isFetching && <Loading label="prices" />}
      {error !== null && (
        <div className="pt-6">
          <Problem error={error} onRetry={() => void refetch()} />
        </div>
      )}
      {request === null && params.from !== undefined && params.month !== undefined && (
        <EmptyState title="No day of this month can be searched">
          <p>Flights can be searched for the next 330 days.</p>
        </EmptyState>
      )}
      {data !== undefined && params.month !== undefined && (
        <MonthOfPrices
          calendar={data}
          params={params}
          month={params.month}
          hasMonth={(month) => datesOfMonth(month, nowMs) !== null}
          onMonth={(month) => void navigate({ search: { ...params, month }, resetScroll: false })}
        />
      )}
    </>
  );
}

interface MonthOfPricesProps {
  calendar: CalendarResponse;
  params: CalendarParams;
  month: string;
  hasMonth: (month: string) => boolean;
  onMonth: (month: string) => void;
}

function MonthOfPrices({ calendar, params, month, hasMonth, onMonth }: MonthOfPricesProps) {
  const prices = useMemo(() => lowestByDay(calendar), [calendar]);
  const { currency } = calendar.request;
  const format = (value: number) =>
    params.pay === "award" ? formatMiles(value) : formatMoney({ amount: value.toFixed(2), currency });
  const formatShort = (value: number) => shortNumber.format(value);
  const cells = useMemo(() => (params.trip === "grid" ? listCells(calendar) : []), [calendar, params.trip]);
  const [previous, next] = [moveMonth(month, -1), moveMonth(month, 1)];
  return (
    <section aria-label="Prices" className="flex flex-col gap-4 pt-6">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="mr-auto text-16 font-semibold">{monthText.format(new Date(`${month}-01`))}</h2>
        <Button onClick={() => onMonth(previous)} disabled={!hasMonth(previous)}>
          Previous month
        </Button>
        <Button onClick={() => onMonth(next)} disabled={!hasMonth(next)}>
          Next month
        </Button>
      </div>
      {params.trip === "grid" ? (
        <DateGrid
          departures={calendar.departureDates}
          returns={calendar.returnDates ?? []}
          prices={cells}
          params={params}
          format={format}
          formatShort={formatShort}
        />
      ) : (
        <CalendarGrid month={month} prices={prices} params={params} format={format} />
      )}
      <p role="status" className="text-13 text-ink-2">
        {prices.size === 0 ? "No prices in this month." : `${prices.size} days with a price.`}{" "}
        {calendar.simulated && "Simulated flights."}
      </p>
      {prices.size > 0 && (
        <BarChart
          label="Lowest price of each day"
          series={[{ name: params.pay === "award" ? "Miles" : "Price", fill: "fill-accent" }]}
          buckets={calendar.departureDates.map((date) => ({
            label: date,
            values: [prices.get(date)?.value ?? 0],
          }))}
          format={format}
        />
      )}
    </section>
  );
}
