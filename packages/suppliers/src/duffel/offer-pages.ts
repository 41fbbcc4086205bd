import { Type } from "typebox";
import type { CallContext, SupplierClient } from "../client/supplier-client.ts";
import { SupplierFailure } from "../port/port.ts";
import { type SplitDocument, splitJson } from "../wire/split-json.ts";
import { validatorOf } from "../wire/validator.ts";

/** Offers per page, the most that Duffel allows: https://duffel.com/docs/api/overview/pagination. */
const pageSize = 200;
/** Pages of a search. More offers than 60,000 are not read. */
const maxPages = 300;

const pageValidator = validatorOf(
  Type.Object({
    data: Type.Array(Type.Unknown()),
    meta: Type.Optional(
      Type.Union([Type.Object({ after: Type.Optional(Type.Union([Type.String(), Type.Null()])) }), Type.Null()]),
    ),
  }),
);
const amountValidator = validatorOf(Type.Object({ total_amount: Type.String(), total_currency: Type.String() }));

/** A page of offers, each as JSON. */
interface Page extends Pick<SplitDocument, "release"> {
  offers: readonly Buffer[];
  /** Cursor of the next page; null at the end of the list. */
  after: string | null;
}

/** Offers of one page. */
export interface OfferPage extends Pick<SplitDocument, "release"> {
  /** Order of the list that the page belongs to. A list has each offer once. */
  sort: string;
  offers: readonly Buffer[];
}

type Fetched = { list: SortedList } & ({ page: Page } | { error: unknown });

/**
 * Reads the offers of an offer request page by page. The cursor of a page is in the one before, so the pages of one list cannot be requested
 * in parallel. But Duffel sorts by price in both directions: the cheapest and the most expensive offers are read at the same time until the
 * two lists meet. Each list requests its next page while the previous one is mapped.
 */
export class OfferPages {
  readonly #client: SupplierClient;
  readonly #callContext: () => CallContext;
  #pageSize = pageSize;
  #pages = 0;

  constructor(client: SupplierClient, callContext: () => CallContext) {
    this.#client = client;
    this.#callContext = callContext;
  }

  /**
   * Yields the pages as they arrive. Both lists have the same offers around the place of meeting.
   *
   * @throws the first failure, if the pages that could be read do not have all offers
   */
  async *read(offerRequestId: string): AsyncGenerator<OfferPage> {
    const rest = new AbortController();
    const [cheapest, dearest] = [new SortedList("total_amount", 1), new SortedList("-total_amount", -1)];
    const pending = new Map<SortedList, Promise<Fetched>>();
    const request = (list: SortedList, after: string | null) => {
      const fetched = this.#fetch({ offerRequestId, list, after }, rest.signal).then(
        (page) => ({ list, page }),
        (error: unknown) => ({ list, error }),
      );
      pending.set(list, fetched);
    };
    const failures: unknown[] = [];
    request(cheapest, null);
    try {
      while (pending.size > 0) {
        const fetched = await Promise.race(pending.values());
        const { list } = fetched;
        pending.delete(list);
        if ("error" in fetched) {
          // The other list may still reach all offers.
          failures.push(fetched.error);
          continue;
        }
        const { page } = fetched;
        const isFirst = list.lastAmount === undefined;
        list.add(page.offers);
        const isComplete = page.after === null || haveMet(cheapest, dearest);
        if (!isComplete) {
          request(list, page.after);
          if (isFirst && list === cheapest) request(dearest, null);
        }
        yield { sort: list.sort, offers: page.offers, release: page.release };
        if (isComplete) return;
      }
    } finally {
      rest.abort(new Error("the other pages are not needed"));
    }
    throw failures[0];
  }

  /** Requests a page, and a smaller one if it is too large. */
  async #fetch(
    { offerRequestId, list, after }: { offerRequestId: string; list: SortedList; after: string | null },
    rest: AbortSignal,
  ): Promise<Page> {
    for (;;) {
      if (++this.#pages > maxPages) throw new SupplierFailure("too_large", `duffel has more than ${maxPages} pages`);
      const limit = this.#pageSize;
      const query = new URLSearchParams({ offer_request_id: offerRequestId, sort: list.sort, limit: String(limit) });
      if (after !== null) query.set("after", after);
      const context = this.#callContext();
      const signal = AbortSignal.any([context.signal, rest]);
      try {
        const read = (body: Buffer) => splitJson(body, ["data"]);
        const path = `/air/offers?${query.toString()}`;
        return toPage(await this.#client.call({ method: "GET", path, isFollowUp: true, read }, { ...context, signal }));
      } catch (error) {
        const isTooLarge = error instanceof SupplierFailure && error.kind === "too_large";
        if (!isTooLarge || limit === 1 || this.#pages > maxPages) throw error;
        this.#pageSize = Math.min(this.#pageSize, Math.ceil(limit / 4));
      }
    }
  }
}

/** One order of the offers, as far as it was read. */
class SortedList {
  readonly sort: string;
  readonly #sign: 1 | -1;
  /** False if the offers are not in the order of their amounts, or these cannot be compared. */
  #isSorted = true;
  #currency: string | undefined;
  #last: number | undefined;

  constructor(sort: string, sign: 1 | -1) {
    this.sort = sort;
    this.#sign = sign;
  }

  /** Amount of the last offer that was read; NaN if it says nothing about the offers that follow. */
  get lastAmount(): number | undefined {
    return this.#last === undefined || this.#isSorted ? this.#last : Number.NaN;
  }

  add(offers: readonly Buffer[]): void {
    for (const offer of [offers[0], offers.at(-1)]) {
      const { amount, currency } = readAmount(offer);
      const isOrdered = this.#last === undefined || (amount - this.#last) * this.#sign >= 0;
      this.#isSorted &&= isOrdered && currency === (this.#currency ??= currency);
      this.#last = amount;
    }
  }
}

/**
 * True if every offer has been read: one that neither list has read costs at least as much as the last of the cheapest, and at most as much as
 * the last of the dearest.
 */
function haveMet(cheapest: SortedList, dearest: SortedList): boolean {
  const [low, high] = [cheapest.lastAmount, dearest.lastAmount];
  return low !== undefined && high !== undefined && low > high;
}

function readAmount(offer: Buffer | undefined): { amount: number; currency: string } {
  const parsed: unknown = offer === undefined ? undefined : parseJson(offer);
  if (!amountValidator.check(parsed)) return { amount: Number.NaN, currency: "" };
  return { amount: Number(parsed.total_amount), currency: parsed.total_currency };
}

/** Parses one offer of a page. @throws SupplierFailure if it is not JSON */
export function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    throw new SupplierFailure("format", "duffel did not send JSON");
  }
}

function toPage(value: unknown): Page {
  if (isSplit(value) && pageValidator.check(value.envelope)) {
    const { elements: offers, release, envelope } = value;
    return { offers, release, after: envelope.meta?.after ?? null };
  }
  throw new SupplierFailure("format", "duffel did not send a page of offers");
}

/** True for the result of `splitJson`. */
export function isSplit(value: unknown): value is SplitDocument {
  return typeof value === "object" && value !== null && "envelope" in value && "elements" in value;
}
