import { DomainError, type NormalizedRequest, notFound, type Partition, parseOfferId } from "@wayfare/contract";
import {
  DeadlineExceeded,
  type Repriced,
  readVersion,
  type SalesSnapshot,
  type SuppliedFlight,
  type Supplier,
  SupplierBusy,
  type SupplyReport,
  withDeadline,
} from "@wayfare/suppliers";
import type { RunContext, SearchSupply } from "./find-flights.ts";
import { type Candidate, candidateOf } from "./merge.ts";
import { toQuery } from "./normalize.ts";
import { fromOrdinal } from "./offer-ordinal.ts";
import { noSupply } from "./supply-error.ts";

/** An offer of an earlier search. */
export interface OfferQuestion {
  offerId: string;
  accountId: string;
  environment: Partition;
  request: NormalizedRequest;
  searchedAtMs: number;
  /** `SupplierRegistry.versionsOf` at the time of the search. */
  versions: string;
  /** What the account had sold at that time, and by now. */
  sales: { quoted: SalesSnapshot; now: SalesSnapshot };
}

export type RepricedOffer =
  /** As quoted: the flight with this offer alone, and the seats that remain now. */
  | { status: "available"; candidate: Candidate }
  /** Price or terms are not as quoted: the flight with the offer as it was quoted alone. */
  | { status: "changed"; quoted: Candidate }
  | { status: "sold_out" }
  /** The data that it was priced from was replaced. */
  | { status: "expired" };

export interface OfferContext extends Omit<RunContext, "signal"> {
  /** Runs work that costs as much as a search when there is room for it. */
  admit: <Result>(work: () => Promise<Result>) => Promise<Result>;
}

/**
 * Asks the supplier of an offer for its present price.
 *
 * @throws DomainError NOT_FOUND if the search had no such offer, SUPPLY_UNAVAILABLE or OVERLOADED if its supplier does not answer.
 */
export async function repriceOffer(
  { suppliers }: Pick<SearchSupply, "suppliers">,
  question: OfferQuestion,
  context: OfferContext,
): Promise<RepricedOffer> {
  const parsed = parseOfferId(question.offerId);
  const { position, slot } = fromOrdinal(parsed?.ordinal ?? 0);
  const supplier = suppliers.find(question.environment, slot);
  if (parsed === null || supplier === undefined) throw notFound("offer", question.offerId);
  const repriced = await ask(supplier, { ...question, searchId: parsed.searchId, position }, context);
  if (repriced.status === "unknown") throw notFound("offer", question.offerId);
  const toCandidate = (flight: SuppliedFlight) => candidateOf(flight, question.offerId, supplier);
  if (repriced.status === "available") return { status: "available", candidate: toCandidate(repriced.flight) };
  if (repriced.status === "changed") return { status: "changed", quoted: toCandidate(repriced.quoted) };
  return { status: repriced.status };
}

async function ask(
  supplier: Supplier,
  {
    request,
    versions,
    sales,
    accountId,
    searchedAtMs,
    ...offer
  }: OfferQuestion & { searchId: string; position: number },
  { deadlineMs, admit, onFailure }: OfferContext,
): Promise<Repriced> {
  const { searchId, position } = offer;
  const version = readVersion(versions, supplier.name);
  const reference = { searchId, position, query: toQuery(request), searchedAtMs, version, sales: sales.quoted };
  const startedMs = performance.now();
  try {
    // Work waits for admission no longer than it may then take.
    return await withDeadline(2 * deadlineMs, () =>
      supplier.reprice(reference, {
        accountId,
        sales: sales.now,
        deadlineMs,
        admit: (work) => admit(() => withDeadline(deadlineMs, work)),
      }),
    );
  } catch (failure) {
    if (failure instanceof DomainError) throw failure;
    const tookMs = Math.round(performance.now() - startedMs);
    const report = { source: supplier.name, status: statusOf(failure), offers: 0, tookMs, failure };
    onFailure?.(report);
    throw noSupply([report]);
  }
}

function statusOf(failure: unknown): SupplyReport["status"] {
  if (failure instanceof SupplierBusy) return "skipped";
  return failure instanceof DeadlineExceeded ? "timeout" : "error";
}
