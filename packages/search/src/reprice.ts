import { DomainError, notFound, type Partition, parseOfferId, type UnderstoodRequest } from "@wayfare/contract";
import {
  DeadlineExceeded,
  type Repriced,
  readVersion,
  type SalesSnapshot,
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
  request: UnderstoodRequest;
  searchedAtMs: number;
  /** `SupplierRegistry.versionsOf` at the time of the search. */
  versions: string;
  /** What the account had sold at that time, and by now. */
  sales: { quoted: SalesSnapshot; now: SalesSnapshot };
}

/** Status of an offer: as it was quoted, with other terms, or without the seats. */
export type RepricedOffer =
  /** The flight with this offer alone, and the seats that remain now. */
  | { status: "available"; candidate: Candidate }
  | { status: "changed"; candidate: undefined }
  | { status: "sold_out"; candidate: undefined };

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
  if (repriced.status !== "available") return { status: repriced.status, candidate: undefined };
  return { status: "available", candidate: candidateOf(repriced.flight, question.offerId, supplier) };
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
