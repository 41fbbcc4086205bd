import { DomainError, type NormalizedRequest, notFound, type Partition, parseOfferId } from "@wayfare/contract";
import {
  addBagFees,
  DeadlineExceededError,
  isOtherTrip,
  offerEndMs,
  type Repriced,
  readVersion,
  type SalesSnapshot,
  type SuppliedFlight,
  type Supplier,
  SupplierFailure,
  SupplierSkipped,
  type SupplyReport,
  statedTimesOf,
  withDeadline,
} from "@wayfare/suppliers";
import { fitsTimes } from "../candidates/flight-joiner.ts";
import { type Candidate, candidateOf, liveCandidateOf } from "../candidates/merge.ts";
import { fromOrdinal } from "../candidates/offer-ordinal.ts";
import { toQuery } from "../request/normalize.ts";
import { findKeptOffer, type KeptOffer } from "../serialize/kept-flights.ts";
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
  /** Set for an offer of a live supplier. */
  kept?: KeptReference;
}

/** Stored offers of live suppliers that contain an offer. */
interface KeptReference {
  /** As `encodeKeptFlights` returns them. */
  bytes: Uint8Array;
  /** Time of the call, and expiry of the search's offers. */
  nowMs: number;
  expiresAtMs: number;
}

export type RepricedOffer =
  /** Same price and terms as quoted: the flight with only this offer and its remaining seats. */
  | { status: "available"; candidate: Candidate }
  /** Price or terms differ from the quote: the flight with only the quoted offer, and with the current one if its supplier states it. */
  | { status: "changed"; quoted: Candidate; current?: Candidate }
  | { status: "sold_out" }
  /** The data that the offer was priced from has been replaced, or its supplier no longer keeps it. */
  | { status: "expired" };

export interface OfferContext extends Omit<RunContext, "signal"> {
  /** Runs work that costs as much as a search once capacity is available. */
  admit: <Result>(work: () => Promise<Result>) => Promise<Result>;
}

/**
 * Reprices an offer with its supplier. Live offers that have expired, and those of suppliers to which the account has no access any more,
 * are expired without a call.
 *
 * @throws DomainError NOT_FOUND if the search had no such offer, SUPPLY_UNAVAILABLE or OVERLOADED if its supplier does not respond.
 */
export async function repriceOffer(
  { suppliers }: Pick<SearchSupply, "suppliers">,
  query: RepriceQuery,
  context: OfferContext,
): Promise<RepricedOffer> {
  const parsed = parseOfferId(query.offerId);
  const { position, slot } = fromOrdinal(parsed?.ordinal ?? 0);
  const supplier = suppliers.find(query.environment, slot);
  if (parsed === null || supplier === undefined) throw notFound("offer", query.offerId);
  const run = { supplier, query, searchId: parsed.searchId, position };
  if (supplier.simulated) return describe(await callSupplier(run, context), run);
  const kept = query.kept && findKeptOffer(query.kept.bytes, parsed.ordinal);
  if (query.kept === undefined || kept === undefined) throw notFound("offer", query.offerId);
  const hasAccess = context.access?.has(supplier.name) === true;
  if (!hasAccess || isExpired(kept, query.kept)) return { status: "expired" };
  return describe(await callSupplier({ ...run, kept }, context), { ...run, kept });
}

/** A call to reprice an offer. */
interface RepriceRun {
  supplier: Supplier;
  query: RepriceQuery;
  searchId: string;
  position: number;
  /** Present for offers of live suppliers. */
  kept?: KeptOffer;
}

function isExpired({ flight }: KeptOffer, { nowMs, expiresAtMs }: KeptReference): boolean {
  const [offer = {}] = [...flight.cash, ...flight.award];
  return nowMs >= Math.min(offerEndMs(offer, flight), expiresAtMs);
}

function describe(repriced: Repriced, { supplier, query, kept }: RepriceRun): RepricedOffer {
  const { offerId, environment, request } = query;
  const simulated = supplier.simulated || environment === "test";
  const described = { name: supplier.name, simulated, currency: request.currency };
  const toCandidate = (flight: SuppliedFlight) => {
    if (kept === undefined) return candidateOf(flight, offerId, described);
    return showAsInSearch(liveCandidateOf(addBagFees(flight, toQuery(request)), offerId, described), kept);
  };
  switch (repriced.status) {
    case "unknown":
      throw notFound("offer", offerId);
    case "available": {
      const current = toCandidate(repriced.flight);
      if (kept === undefined || isSameTrip(repriced.flight, kept)) return { status: "available", candidate: current };
      return { status: "changed", quoted: toCandidate(kept.flight), current };
    }
    case "changed": {
      const { quoted, current } = repriced;
      // A live supplier states the current offer if it has one; a simulated one is searched for it.
      if (current === undefined && kept !== undefined) return { status: "sold_out" };
      return { status: "changed", quoted: toCandidate(quoted), ...(current && { current: toCandidate(current) }) };
    }
    default:
      return { status: repriced.status };
  }
}

/** Gives an unchanged trip its id in the search, and an award the cash price of the same flight. A changed one is a separate flight. */
function showAsInSearch(candidate: Candidate, kept: KeptOffer): Candidate {
  if (!isSameTrip(candidate.flight, kept)) return candidate;
  const { flightId, flight: quoted } = kept;
  const cashEquivalent = quoted.award[0]?.cashEquivalent ?? null;
  const award = candidate.award.map((sourced) => ({ ...sourced, offer: { ...sourced.offer, cashEquivalent } }));
  const emissions = candidate.flight.emissions ?? quoted.emissions;
  return { ...candidate, id: flightId, flight: { ...candidate.flight, emissions }, award };
}

/** Returns true if a flight has the times that were shown: as its supplier stated them, and as those that it was joined with. */
function isSameTrip(flight: SuppliedFlight, { flight: quoted, joined }: KeptOffer): boolean {
  return !isOtherTrip(flight, quoted) && (joined === null || fitsTimes(statedTimesOf(flight), joined));
}

async function callSupplier(
  { supplier, query, searchId, position, kept }: RepriceRun,
  { deadlineMs, admit, onFailure, access: accessOf }: OfferContext,
): Promise<Repriced> {
  const { request, versions, sales, accountId, searchedAtMs } = query;
  const reference = {
    searchId,
    position,
    query: toQuery(request),
    searchedAtMs,
    version: readVersion(versions, supplier.name),
    sales: sales.quoted,
    ...(kept && { kept: kept.flight }),
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
    const nothing = { received: 0, offers: 0, dropped: {}, observedAtMs: null, coverage: null };
    const report = { source: supplier.name, status: statusOf(failure), reason, ...nothing, tookMs, failure };
    onFailure?.(report);
    throw toSupplyError([report]);
  }
}

function statusOf(failure: unknown): SupplyReport["status"] {
  if (failure instanceof SupplierSkipped) return "skipped";
  const isTimeout = failure instanceof SupplierFailure && failure.kind === "timeout";
  return isTimeout || failure instanceof DeadlineExceededError ? "timeout" : "error";
}
