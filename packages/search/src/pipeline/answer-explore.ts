import {
  type Currency,
  type ExploreDestination,
  type ExploreResponse,
  type ExploreSearch,
  formatInstant,
  formatMoney,
  type NormalizedRequest,
} from "@wayfare/contract";
import type { ExploredDestination, LowestPrice } from "@wayfare/suppliers";
import { toQuery } from "../request/normalize.ts";
import type { NormalizedExplore } from "../request/normalize-explore.ts";
import { compress } from "../serialize/compress.ts";
import { toCalendarSearch } from "./answer-calendar.ts";
import { askCapable } from "./calendar-supply.ts";
import type { ExploreAnswer, ExploreJob } from "./explore-job.ts";
import type { RunContext, SearchSupply } from "./find-flights.ts";

/**
 * Finds the lowest prices of many destinations and writes the response. Suppliers that cannot are reported as skipped: a search of each
 * destination would use up their budgets.
 *
 * @throws DomainError if the supplier does not answer
 */
export async function answerExplore(
  { supply: { suppliers } }: { supply: Pick<SearchSupply, "suppliers"> },
  job: ExploreJob,
  context: Pick<RunContext, "access" | "signal">,
): Promise<ExploreAnswer> {
  const { accountId, searchedAtMs, soldSeats, explore } = job;
  const { result, supply, simulated } = await askCapable({ suppliers }, { ...job, name: "exploration" }, context, {
    isCapable: (supplier) => supplier.explore !== undefined,
    price: async (supplier, signal) =>
      supplier.explore?.(
        {
          search: toQuery(explore.search),
          destinations: explore.destinations.map(({ code, kind }) => ({ code, kind })),
          cells: explore.cells,
        },
        { accountId, searchedAtMs, soldSeats, signal },
      ),
    count: (found) => found.filter(({ cash, award }) => cash !== null || award !== null).length,
  });
  const destinations = listDestinations(result ?? [], explore);
  const response: ExploreResponse = {
    environment: job.environment,
    createdAt: formatInstant(searchedAtMs),
    request: toExploreSearch(explore.search),
    departureDates: explore.departureDates,
    stayNights: explore.stayNights,
    destinations: destinations.slice(0, explore.limit),
    found: destinations.length,
    supply,
    simulated,
  };
  return { ...compress(new TextEncoder().encode(JSON.stringify(response)), job.coding), supply };
}

/** A destination with the numbers that it is sorted by; infinite without a price. */
interface Ranked {
  total: number;
  miles: number;
  destination: ExploreDestination;
}

/** Lists the destinations with a price within the limits, in the requested order. Equal ones keep the order of the request. */
function listDestinations(explored: readonly ExploredDestination[], explore: NormalizedExplore): ExploreDestination[] {
  const { maxTotalMinor, maxMiles, sort, cells, search, destinations } = explore;
  const within = <Price extends LowestPrice>(price: Price | null, max: number | null): Price | null =>
    price !== null && price.value <= (max ?? Number.POSITIVE_INFINITY) ? price : null;
  const ranked = explored.flatMap((found, at): Ranked[] => {
    const place = destinations[at];
    const cash = within(found.cash, maxTotalMinor);
    const nonstopCash = within(found.nonstopCash, maxTotalMinor);
    const award = within(found.award, maxMiles);
    if (place === undefined || (cash === null && award === null)) return [];
    const destination: ExploreDestination = {
      place,
      cash: toPrice(cash, cells, search.currency),
      nonstopCash: toPrice(nonstopCash, cells, search.currency),
      award: award && { program: award.program, miles: award.value, ...datesOf(award, cells) },
    };
    const { POSITIVE_INFINITY } = Number;
    return [{ total: cash?.value ?? POSITIVE_INFINITY, miles: award?.value ?? POSITIVE_INFINITY, destination }];
  });
  const compare = (a: number, b: number) => (a === b ? 0 : a - b);
  const byPrice = (a: Ranked, b: Ranked) => compare(a.total, b.total) || compare(a.miles, b.miles);
  const byMiles = (a: Ranked, b: Ranked) => compare(a.miles, b.miles) || compare(a.total, b.total);
  return ranked.toSorted(sort === "price" ? byPrice : byMiles).map(({ destination }) => destination);
}

function toPrice(price: LowestPrice | null, cells: NormalizedExplore["cells"], currency: Currency) {
  return price && { total: formatMoney(price.value, currency), ...datesOf(price, cells) };
}

function datesOf({ cell }: LowestPrice, cells: NormalizedExplore["cells"]) {
  const { departureDate = "", returnDate = null } = cells[cell] ?? {};
  return { departureDate, returnDate };
}

/** Returns the search of every price, without its destination and dates. */
function toExploreSearch(search: NormalizedRequest): ExploreSearch {
  const { destination: _destination, ...request } = toCalendarSearch(search);
  return request;
}
