import type { ExploreDestination, ExploreResponse } from "@wayfare/sdk";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { Miles, Money } from "../../components/money.tsx";
import { formatCount } from "../../components/money-format.ts";
import { type Column, Table } from "../../components/table.tsx";
import { TextLink } from "../../components/text-link.tsx";
import type { Sort } from "../../data/sort-rows.ts";
import type { ExploreParams } from "./explore-params.ts";

type Dates = Pick<NonNullable<ExploreDestination["cash"]>, "departureDate" | "returnDate">;

interface ExploreResultsProps {
  response: ExploreResponse;
  params: ExploreParams;
  /** Code of the destination that was chosen on the map: it alone is listed. */
  selected: string | undefined;
  onClear: () => void;
}

/** Destinations with their lowest prices. Each price links to the search of its dates. */
export function ExploreResults({ response, params, selected, onClear }: ExploreResultsProps) {
  const [sort, setSort] = useState<Sort | undefined>();
  const { destinations, found } = response;
  const shown = destinations.length < found ? `, the first ${formatCount(destinations.length)} are listed` : "";
  const chosen = destinations.filter(({ place }) => place.code === selected);
  return (
    <section aria-label="Results" className="flex flex-col gap-3 pt-6">
      <p role="status" className="text-13 text-ink-2">
        {formatCount(found)} destinations{shown}. {response.simulated && "Simulated flights."}
      </p>
      {chosen.length > 0 && (
        <p className="flex flex-wrap items-center gap-3 text-13">
          Only {chosen[0]?.place.city}, as chosen on the map.
          <Button onClick={onClear}>List all destinations</Button>
        </p>
      )}
      <Table
        caption="Destinations with their lowest prices"
        columns={columnsOf(params)}
        rows={chosen.length > 0 ? chosen : destinations}
        keyOf={({ place }) => place.id}
        sort={sort}
        onSort={setSort}
      />
    </section>
  );
}

function columnsOf(params: ExploreParams): Column<ExploreDestination>[] {
  const columns: Column<ExploreDestination>[] = [
    {
      header: "Place",
      cell: ({ place }) => (
        <span>
          {place.city} <span className="font-mono text-ink-3">{place.code}</span>
          <span className="block text-12 text-ink-3">
            {place.name}, {place.country}
          </span>
        </span>
      ),
      sortBy: ({ place }) => place.city,
    },
  ];
  if (params.pay !== "award") {
    columns.push(
      {
        header: "Lowest price",
        cell: ({ cash, place }) =>
          cash === null ? (
            "—"
          ) : (
            <PriceLink params={params} to={place.id} dates={cash} pay="cash">
              <Money value={cash.total} />
            </PriceLink>
          ),
        align: "end",
        width: "w-28",
        sortBy: ({ cash }) => (cash === null ? null : Number(cash.total.amount)),
      },
      {
        header: "Nonstop",
        cell: ({ nonstopCash, place }) =>
          nonstopCash === null ? (
            "—"
          ) : (
            <PriceLink params={{ ...params, stops: "0" }} to={place.id} dates={nonstopCash} pay="cash">
              <Money value={nonstopCash.total} />
            </PriceLink>
          ),
        align: "end",
        width: "w-28",
        secondary: true,
        sortBy: ({ nonstopCash }) => (nonstopCash === null ? null : Number(nonstopCash.total.amount)),
      },
    );
  }
  if (params.pay !== "cash") {
    columns.push({
      header: "Lowest miles",
      cell: ({ award, place }) =>
        award === null ? (
          "—"
        ) : (
          <PriceLink params={params} to={place.id} dates={award} pay="award">
            <Miles miles={award.miles} />
          </PriceLink>
        ),
      align: "end",
      width: "w-28",
      sortBy: ({ award }) => award?.miles ?? null,
    });
  }
  return columns;
}

interface PriceLinkProps {
  params: ExploreParams;
  to: string;
  dates: Dates;
  pay: "cash" | "award";
  children: React.ReactNode;
}

/** Link from a price to the search that has it, with the dates below. */
function PriceLink({ params: { from = "", stops = "1" }, to, dates, pay, children }: PriceLinkProps) {
  const { departureDate, returnDate } = dates;
  return (
    <>
      <TextLink
        to="/flights"
        search={{
          from,
          to,
          depart: departureDate,
          ...(returnDate !== null && { return: returnDate }),
          ...(stops !== "2" && { stops: Number(stops) }),
          pay,
          order: pay === "cash" ? "price" : "miles",
        }}
      >
        {children}
      </TextLink>
      <span className="block font-mono text-12 text-ink-3">{formatDates(dates)}</span>
    </>
  );
}

/** Month and day of the dates, such as `01-22 – 01-24`. */
function formatDates({ departureDate, returnDate }: Dates): string {
  return [departureDate, returnDate].flatMap((date) => date?.slice(5) ?? []).join(" – ");
}
