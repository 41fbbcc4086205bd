import { isDeepStrictEqual } from "node:util";
import {
  addDays,
  type CalendarResponse,
  DomainError,
  formatMoney,
  leadTimeStarts,
  minPriceSamples,
  type NormalizedRequest,
  type PriceLevelQuery,
  type PriceLevelResponse,
  placeIdOf,
  searchHorizonDays,
  toMinor,
} from "@wayfare/contract";
import { daysOf, normalizeCalendar, normalizeRequest, type SearchJob, searchableDates } from "@wayfare/search";
import { nowOf } from "../http/caller.ts";
import type { CallContext, SearchDeps } from "./deps.ts";
import { jobContextOf } from "./job-context.ts";
import type { PricedTrip } from "./price-samples-store.ts";
import { levelOf, quartilesOf } from "./quartiles.ts";

/** Departure dates of the fare model that are compared, those nearest to the requested one. */
const maxModelDays = 56;
const deadlineMs = 30_000;

/** Comparable prices, in minor units. */
interface Comparison {
  basis: PriceLevelResponse["basis"];
  prices: number[];
  /** Lowest known price of the requested departure date. */
  current: number | null;
  simulated: boolean;
}

/** Compares a price with the lowest prices of departure dates with a similar lead time. */
export async function getPriceLevel(
  deps: SearchDeps,
  query: PriceLevelQuery,
  call: CallContext,
): Promise<PriceLevelResponse> {
  const nowMs = nowOf(deps.clock, call.caller);
  const { amount, ...search } = query;
  const request = normalizeRequest(search, deps.supply, nowMs);
  const given = amount === undefined ? null : readAmount(amount, request);
  const leadTimeDays = leadTimeOf(leadDaysOf(deps, request, nowMs));
  const { basis, prices, current, simulated } = await findPrices(deps, { request, leadTimeDays, nowMs }, call);
  const price = given ?? current;
  const quartiles = prices.length < minPriceSamples ? null : quartilesOf(prices);
  const money = (minor: number) => formatMoney(minor, request.currency);
  return {
    environment: call.caller.environment,
    origin: request.origin,
    destination: request.destination,
    departureDate: request.departureDate,
    cabin: request.cabin,
    leadTimeDays,
    basis,
    sampleSize: prices.length,
    quartiles: quartiles && {
      lower: money(quartiles.lower),
      median: money(quartiles.median),
      upper: money(quartiles.upper),
    },
    price: price === null ? null : money(price),
    level: quartiles === null || price === null ? null : levelOf(price, quartiles),
    simulated,
  };
}

/** Stores the lowest price of a live search without filters, for later comparisons. A failure is logged. */
export async function recordPrice(
  deps: SearchDeps,
  { request, searchedAtMs, accountId, environment }: SearchJob,
  { storablePrice }: { storablePrice?: number },
  { log }: Pick<CallContext, "log">,
): Promise<void> {
  if (storablePrice === undefined || !isComparable(deps, request, searchedAtMs)) return;
  const leadDays = leadDaysOf(deps, request, searchedAtMs);
  const { departureDate } = request;
  const sample = { departureDate, leadDays, amount: storablePrice, observedAtMs: searchedAtMs };
  try {
    await deps.priceSamples.insert({ accountId, environment }, tripOf(request), sample);
  } catch (error) {
    log.warn({ err: error }, "price of a search not stored");
  }
}

function readAmount(amount: string, { currency }: NormalizedRequest): number {
  const minor = toMinor(amount, currency);
  if (minor !== null) return minor;
  const detail = `\`amount\` has more decimals than ${currency}.`;
  throw new DomainError("SEARCH_UNPROCESSABLE", { detail, errors: [{ pointer: "/amount", code: "INVALID", detail }] });
}

interface ComparisonQuery {
  request: NormalizedRequest;
  leadTimeDays: PriceLevelResponse["leadTimeDays"];
  nowMs: number;
}

/** Compares with the account's searches if they are enough, else with the fare model if the environment has one. */
async function findPrices(deps: SearchDeps, query: ComparisonQuery, call: CallContext): Promise<Comparison> {
  const { request, leadTimeDays, nowMs } = query;
  const samples = await deps.priceSamples.list(call.caller, tripOf(request), { ...leadTimeDays, nowMs });
  const prices = samples.map(({ amount }) => amount);
  if (prices.length < minPriceSamples) {
    const model = await priceModel(deps, query, call);
    if (model.simulated) return model;
  }
  const current = samples.find(({ departureDate }) => departureDate === request.departureDate)?.amount ?? null;
  return { basis: "searches", prices, current, simulated: false };
}

/** Prices the departure dates of the same lead times that are nearest to the requested one. */
async function priceModel(
  deps: SearchDeps,
  { request, leadTimeDays, nowMs }: ComparisonQuery,
  call: CallContext,
): Promise<Comparison> {
  const { origin, destination, cabin, currency, departureDate } = request;
  const { today } = searchableDates(origin, deps.supply.gazetteer, nowMs);
  const departureDates = nearestDates(departureDate, {
    from: addDays(today, leadTimeDays.min),
    to: addDays(today, leadTimeDays.max),
  });
  const calendar = normalizeCalendar(
    { origin, destination, cabin, currency, departureDates, includeAward: false },
    deps.supply,
    nowMs,
  );
  const { accountId, environment } = call.caller;
  const { from, to } = departureDates;
  const context = await jobContextOf(deps, call);
  const { bytes } = await deps.shedding.admitCalendar(accountId, async () => {
    const days = daysOf({ departureDate: from, returnDate: to });
    const { seats: soldSeats } = await deps.findSales(call.caller, days);
    const job = { accountId, environment, calendar, searchedAtMs: nowMs, soldSeats, deadlineMs };
    return deps.supply.runner.calendar({ ...job, coding: "identity" }, context);
  });
  const answer: CalendarResponse = JSON.parse(new TextDecoder().decode(bytes));
  const priced = answer.departureDates.flatMap((date, row) => {
    const price = toMinor(answer.cash?.amounts[row] ?? "", currency);
    return price === null ? [] : [{ date, price }];
  });
  return {
    basis: "fare_model",
    prices: priced.map(({ price }) => price),
    current: priced.find(({ date }) => date === departureDate)?.price ?? null,
    simulated: answer.simulated,
  };
}

/** Returns up to `maxModelDays` dates of a range, with the date as close to the middle as the range allows. */
export function nearestDates(date: string, range: { from: string; to: string }): { from: string; to: string } {
  const earliest = addDays(range.to, 1 - maxModelDays);
  const centered = addDays(date, -maxModelDays / 2);
  const latest = centered > earliest ? earliest : centered;
  const from = latest > range.from ? latest : range.from;
  const last = addDays(from, maxModelDays - 1);
  return { from, to: last > range.to ? range.to : last };
}

/** Returns the range of lead times that contains one. */
export function leadTimeOf(leadDays: number): { min: number; max: number } {
  const at = leadTimeStarts.findLastIndex((start) => start <= leadDays);
  return { min: leadTimeStarts[at] ?? 0, max: (leadTimeStarts[at + 1] ?? searchHorizonDays + 1) - 1 };
}

function leadDaysOf(
  { supply }: Pick<SearchDeps, "supply">,
  { origin, departureDate }: NormalizedRequest,
  nowMs: number,
): number {
  const { today } = searchableDates(origin, supply.gazetteer, nowMs);
  return (Date.parse(departureDate) - Date.parse(today)) / 86_400_000;
}

function tripOf({ origin, destination, cabin, currency }: NormalizedRequest): PricedTrip {
  return { origin: placeIdOf(origin), destination: placeIdOf(destination), cabin, currency };
}

/** True for one-way searches of one adult without filters that can raise the lowest price. */
function isComparable({ supply }: Pick<SearchDeps, "supply">, request: NormalizedRequest, nowMs: number): boolean {
  const { origin, destination, departureDate, cabin, currency } = request;
  const plain = normalizeRequest({ origin, destination, departureDate, cabin, currency }, supply, nowMs);
  return isDeepStrictEqual(withoutAwards(request), withoutAwards(plain));
}

/** Leaves out what does not change the lowest cash price. */
function withoutAwards(request: NormalizedRequest) {
  const { includeAward: _award, programs: _programs, limit: _limit, sort: _sort, profile: _profile, ...rest } = request;
  const { weights: _weights, allOffers: _all, ...compared } = rest;
  return compared;
}
