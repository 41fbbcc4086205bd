import { DomainError, type NormalizedRequest, notFound, type Partition, parseOfferId } from "@wayfare/contract";
import {
  DeadlineExceededError,
  type Repriced,
  readVersion,
  type SalesSnapshot,
  type SuppliedFlight,
  type Supplier,
  SupplierSkipped,
  type SupplyReport,
  withDeadline,
} from "@wayfare/suppliers";
import { type Candidate, candidateOf } from "../candidates/merge.ts";
import { fromOrdinal } from "../candidates/offer-ordinal.ts";
import { toQuery } from "../request/normalize.ts";
import type { RunContext, SearchSupply } from "./find-flights.ts";
import { toSupplyError } from "./supply-error.ts";

/** An offer of an earlier search. */
export interface RepriceQuery {
  offerId: string;
  accountId: string;
  environment: Partition;
  request: NormalizedRequest;
  searchedAtMs: number;
  /** `SupplierRegistry.versionsOf` at the time of the search. */
  versions: string;
  /** Seats that the account had sold at that time, and has sold by now. */
  sales: { quoted: SalesSnapshot; now: SalesSnapshot };
  /** The flight with this offer alone, as the search returned it, if it was kept. Offers of real suppliers are priced again with it. */
  kept?: SuppliedFlight;
}

export type RepricedOffer =
  /** Same price and terms as quoted: the flight with only this offer and its remaining seats. */
  | { status: "available"; candidate: Candidate }
  /** Price or terms differ from the quote: the flight with only the quoted offer, and with the current one if its supplier states it. */
  | { status: "changed"; quoted: Candidate; current?: Candidate }
  | { status: "sold_out" }
  /** The data that the offer was priced from has been replaced. */
  | { status: "expired" };

export interface OfferContext extends Omit<RunContext, "signal"> {
  /** Runs work that costs as much as a search once capacity is available. */
  admit: <Result>(work: () => Promise<Result>) => Promise<Result>;
}

/**
 * Reprices an offer with its supplier.
 *
 * @throws DomainError NOT_FOUND if the search had no such offer, SUPPLY_UNAVAILABLE or OVERLOADED if its supplier does not respond.
 */
export async function repriceOffer(
  { suppliers }: Pick<SearchSupply, "suppliers">,
  repriceQuery: RepriceQuery,
  context: OfferContext,
): Promise<RepricedOffer> {
  const parsed = parseOfferId(repriceQuery.offerId);
  const { position, slot } = fromOrdinal(parsed?.ordinal ?? 0);
  const supplier = suppliers.find(repriceQuery.environment, slot);
  if (parsed === null || supplier === undefined) throw notFound("offer", repriceQuery.offerId);
  const repriced = await callSupplier(supplier, { ...repriceQuery, searchId: parsed.searchId, position }, context);
  if (repriced.status === "unknown") throw notFound("offer", repriceQuery.offerId);
  const { name, simulated } = supplier;
  const described = { name, simulated, currency: repriceQuery.request.currency };
  const toCandidate = (flight: SuppliedFlight) => candidateOf(flight, repriceQuery.offerId, described);
  if (repriced.status === "available") return { status: "available", candidate: toCandidate(repriced.flight) };
  if (repriced.status === "changed") {
    const { quoted, current } = repriced;
    return { status: "changed", quoted: toCandidate(quoted), ...(current && { current: toCandidate(current) }) };
  }
  return { status: repriced.status };
}

async function callSupplier(
  supplier: Supplier,
  {
    request,
    versions,
    sales,
    accountId,
    searchedAtMs,
    kept,
    ...offer
  }: RepriceQuery & { searchId: string; position: number },
  { deadlineMs, admit, onFailure, access: accessOf }: OfferContext,
): Promise<Repriced> {
  const { searchId, position } = offer;
  const version = readVersion(versions, supplier.name);
  const reference = {
    searchId,
    position,
    query: toQuery(request),
    searchedAtMs,
    version,
    sales: sales.quoted,
    ...(kept && { kept }),
  };
  const access = accessOf?.get(supplier.name);
  const startedMs = performance.now();
  try {
    // The wait for admission is limited to the time that the work may then take.
    return await withDeadline(2 * deadlineMs, () =>
      supplier.reprice(reference, {
        accountId,
        ...(access && { access }),
        sales: sales.now,
        deadlineMs,
        admit: (work) => admit(() => withDeadline(deadlineMs, work)),
      }),
    );
  } catch (failure) {
    if (failure instanceof DomainError) throw failure;
    const tookMs = Math.round(performance.now() - startedMs);
    const reason = failure instanceof SupplierSkipped ? failure.reason : null;
    const nothing = { offers: 0, observedAtMs: null, coverage: null };
    const report = { source: supplier.name, status: statusOf(failure), reason, ...nothing, tookMs, failure };
    onFailure?.(report);
    throw toSupplyError([report]);
  }
}

function statusOf(failure: unknown): SupplyReport["status"] {
  if (failure instanceof SupplierSkipped) return "skipped";
  return failure instanceof DeadlineExceededError ? "timeout" : "error";
}
