import {
  type OfferReference,
  type RepriceContext,
  type SearchContext,
  type SearchQuery,
  type SuppliedFlight,
  type Supplier,
  type SupplierAccess,
  SupplierSkipped,
} from "@wayfare/suppliers";
import { expect, it } from "vitest";

/** A response of the supplier's server, as the adapter receives it. */
export type WireAnswer =
  | { status?: number; contentType?: string; body: string }
  /** The server accepts the request and never responds. */
  | "hang"
  /** The server closes the connection in the middle of its response. */
  | "break";

/** Test server of an adapter that calls one. */
export interface WireControl {
  /** Sets the response to all following requests. */
  answer(answer: WireAnswer): void;
  /** A valid response with one flight, in the supplier's format. */
  good(options?: { members?: Record<string, unknown>; paddingBytes?: number; leavesOutOptional?: boolean }): string;
  /** Number of requests received so far. */
  calls(): number;
  /** Secret of the adapter's credential. */
  secret: string;
  /** Partition of the credential; live if absent. */
  partition?: "test" | "live";
}

export interface Conformant {
  supplier: Supplier;
  /** A query with at least one result. */
  query: SearchQuery;
  searchedAtMs: number;
  /** Absent if the adapter reads no wire format. */
  wire?: WireControl;
  /** Everything that the adapter has logged. */
  logs(): string;
  close(): Promise<void>;
}

/** One check of the suite; throws if the supplier violates it. */
export interface ConformanceCheck {
  title: string;
  needs?: "wire" | "version";
  check(subject: Conformant): Promise<void>;
}

const deadlineMs = 60_000;

async function search(
  { supplier, query, searchedAtMs, wire }: Conformant,
  changes: { signal?: AbortSignal; maxCalls?: number; deadlineMs?: number } = {},
): Promise<SuppliedFlight[]> {
  const flights: SuppliedFlight[] = [];
  const { maxCalls = Number.POSITIVE_INFINITY, ...rest } = changes;
  const access = wire && { access: accessOf(wire, maxCalls) };
  const context = { searchedAtMs, deadlineMs, signal: new AbortController().signal, ...rest, ...access };
  for await (const part of supplier.search(query, context)) flights.push(...part.flights);
  return flights;
}

function contextFor({ searchedAtMs, wire }: Conformant, signal: AbortSignal): SearchContext {
  const access = wire && { access: accessOf(wire, Number.POSITIVE_INFINITY) };
  return { searchedAtMs, deadlineMs, signal, ...access };
}

/** The access of a search to a test server, with a budget of so many calls. */
export function accessOf({ secret, partition = "live" }: Pick<WireControl, "secret" | "partition">, maxCalls: number) {
  let left = maxCalls;
  const acquire: SupplierAccess["budget"]["acquire"] = async (_signal, { isFollowUp } = {}) => {
    if (isFollowUp !== true && left-- <= 0) throw new SupplierSkipped("budget", "no calls left");
    return { settle: () => {} };
  };
  return { credential: { id: "cred_1", secret, partition }, budget: { acquire } };
}

/** Fails if the promise resolves; returns the rejection reason. */
async function failureOf(work: Promise<unknown>): Promise<unknown> {
  const outcome = await work.then(
    () => ({ failed: false, reason: undefined }),
    (reason: unknown) => ({ failed: true, reason }),
  );
  expect(outcome.failed, "rejects").toBe(true);
  return outcome.reason;
}

/** Aborts a search after it has started; fails unless it rejects with the signal's reason. */
async function expectAbortEnds(subject: Conformant, reason: Error): Promise<void> {
  const caller = new AbortController();
  const searching = failureOf(search(subject, { signal: caller.signal }));
  const { wire } = subject;
  if (wire !== undefined) await expect.poll(() => wire.calls()).toBeGreaterThan(0);
  caller.abort(reason);
  const patience = new Promise((resolve) => setTimeout(resolve, 5000, "still searching").unref());
  expect(await Promise.race([searching, patience])).toBe(reason);
}

const noSales = { version: 0, seats: [] };

function referenceTo(
  { supplier, query, searchedAtMs }: Conformant,
  position: number,
  found: readonly SuppliedFlight[] = [],
): OfferReference {
  const searchId = "srch_01kahz2j7p3v8c5m9n4q6r7s8t";
  const kept = supplier.version === null ? keptOffer(found, position) : undefined;
  const reference = { searchId, query, searchedAtMs, position, version: supplier.version, sales: noSales };
  return kept === undefined ? reference : { ...reference, kept };
}

/** The flight with the offer at a position alone, as it is kept for suppliers whose results vary. */
function keptOffer(flights: readonly SuppliedFlight[], position: number): SuppliedFlight | undefined {
  const offers = flights.flatMap((flight) => [
    ...flight.cash.map((offer) => ({ ...flight, cash: [offer], award: [] })),
    ...flight.award.map((offer) => ({ ...flight, cash: [], award: [offer] })),
  ]);
  return offers[position];
}

function repriceContextOf({ wire }: Conformant): RepriceContext {
  const access = wire && { access: accessOf(wire, Number.POSITIVE_INFINITY) };
  return { sales: noSales, deadlineMs, admit: (work) => work(new AbortController().signal), ...access };
}

function wireOf({ wire }: Conformant): WireControl {
  if (wire === undefined) throw new Error("this check needs a wire");
  return wire;
}

/** Requirements of every supplier, run by `describeConformance`. */
export const conformanceChecks: readonly ConformanceCheck[] = [
  {
    title: "returns flights with offers for a search",
    async check(subject) {
      const flights = await search(subject);
      expect(flights.length).toBeGreaterThan(0);
      for (const { slices, cash, award } of flights) {
        expect(slices.length).toBe(subject.query.returnDate === null ? 1 : 2);
        expect(cash.length + award.length).toBeGreaterThan(0);
        for (const offer of cash) expect(Number.isInteger(offer.total)).toBe(true);
        for (const offer of award) expect(offer.total === null || Number.isInteger(offer.total)).toBe(true);
        for (const { total, perTraveler } of [...cash, ...award]) {
          const parts = perTraveler.map(({ count, total: each }) => (each === null ? null : count * each));
          if (total === null || parts.includes(null)) continue;
          expect(parts.reduce<number>((sum, part) => sum + (part ?? 0), 0)).toBe(total);
        }
      }
    },
  },
  {
    title: "does not start a search with an aborted signal",
    async check(subject) {
      const gone = new Error("gone");
      expect(await failureOf(search(subject, { signal: AbortSignal.abort(gone) }))).toBe(gone);
      expect(subject.wire?.calls() ?? 0).toBe(0);
    },
  },
  {
    title: "stops when the iterator is closed early, and completes the next search",
    async check(subject) {
      const { supplier, query } = subject;
      const signal = new AbortController().signal;
      for await (const part of supplier.search(query, contextFor(subject, signal))) {
        expect(part.flights.length).toBeGreaterThan(0);
        break;
      }
      expect((await search(subject)).length).toBeGreaterThan(0);
    },
  },
  {
    title: "yields nothing after an abort",
    async check(subject) {
      const { supplier, query } = subject;
      const caller = new AbortController();
      const parts = supplier.search(query, contextFor(subject, caller.signal))[Symbol.asyncIterator]();
      await parts.next();
      caller.abort(new Error("gone"));
      const next = await parts.next().catch(() => ({ done: true }));
      expect(next.done).toBe(true);
    },
  },
  {
    title: "reprices an offer of a search",
    async check(subject) {
      const found = await search(subject);
      const [first] = found;
      const repriced = await subject.supplier.reprice(referenceTo(subject, 0, found), repriceContextOf(subject));
      expect(repriced.status).toBe("available");
      if (repriced.status !== "available") return;
      const { cash, award, slices } = repriced.flight;
      expect(slices).toEqual(first?.slices);
      // A supplier may add members, such as a booking link.
      expect([...cash, ...award]).toMatchObject([...(first?.cash ?? []), ...(first?.award ?? [])].slice(0, 1));
    },
  },
  {
    title: "reprices an offer that the search did not have as unknown",
    async check(subject) {
      const { status } = await subject.supplier.reprice(referenceTo(subject, 15_000), repriceContextOf(subject));
      expect(status).toBe("unknown");
    },
  },
  {
    title: "returns the same result for the same search, and reprices offers of other data as expired",
    needs: "version",
    async check(subject) {
      expect(await search(subject)).toEqual(await search(subject));
      const reference = { ...referenceTo(subject, 0), version: "another" };
      expect((await subject.supplier.reprice(reference, repriceContextOf(subject))).status).toBe("expired");
    },
  },
  {
    title: "aborts a search on a hanging server as soon as the signal is aborted",
    needs: "wire",
    async check(subject) {
      wireOf(subject).answer("hang");
      await expectAbortEnds(subject, new Error("deadline"));
    },
  },
  {
    title: "rejects if its server closes the connection, fails or returns HTML",
    needs: "wire",
    async check(subject) {
      const wire = wireOf(subject);
      const html = "<!doctype html><title>Maintenance</title>";
      for (const answer of [
        "break" as const,
        { status: 500, body: wire.good() },
        { contentType: "text/html", body: html },
        { body: html },
        { body: "null" },
      ]) {
        wire.answer(answer);
        await failureOf(search(subject));
      }
      wire.answer({ body: wire.good() });
      expect((await search(subject)).length).toBeGreaterThan(0);
    },
  },
  {
    title: "rejects a response over 8 MB",
    needs: "wire",
    async check(subject) {
      const wire = wireOf(subject);
      wire.answer({ body: wire.good({ paddingBytes: 8 * 1024 * 1024 }) });
      await failureOf(search(subject));
    },
  },
  {
    title: "ignores unknown members",
    needs: "wire",
    async check(subject) {
      const wire = wireOf(subject);
      wire.answer({ body: wire.good() });
      const plain = await search(subject);
      wire.answer({ body: wire.good({ members: { zz_new: { deep: [1, null] } } }) });
      expect(await search(subject)).toEqual(plain);
    },
  },
  {
    title: "returns null for data that its server does not return",
    needs: "wire",
    async check(subject) {
      const wire = wireOf(subject);
      wire.answer({ body: wire.good({ leavesOutOptional: true }) });
      const flights = await search(subject);
      expect(flights.length).toBeGreaterThan(0);
      for (const { slices, award } of flights) {
        for (const { originTerminal, destinationTerminal } of slices.flatMap(({ segments }) => segments)) {
          expect([originTerminal, destinationTerminal]).toEqual([null, null]);
        }
        for (const { chart, cashEquivalent } of award) expect([chart, cashEquivalent]).toEqual([null, null]);
      }
    },
  },
  {
    title: "acquires a permit before each call, and makes none without one",
    needs: "wire",
    async check(subject) {
      const wire = wireOf(subject);
      wire.answer({ body: wire.good() });
      const failure = await failureOf(search(subject, { maxCalls: 0 }));
      expect(failure).toMatchObject({ name: "SupplierSkipped", reason: "budget" });
      expect(wire.calls()).toBe(0);
      await search(subject, { maxCalls: 1 }).catch((error: unknown) => expect(error).toBeInstanceOf(SupplierSkipped));
      expect(wire.calls()).toBe(1);
    },
  },
  {
    title: "keeps its credentials out of logs and errors",
    needs: "wire",
    async check(subject) {
      const wire = wireOf(subject);
      const texts: string[] = [];
      for (const answer of ["break" as const, { status: 401, body: JSON.stringify({ error: wire.secret }) }]) {
        wire.answer(answer);
        const failure = await failureOf(search(subject));
        texts.push(failure instanceof Error ? `${failure.message} ${failure.stack} ${JSON.stringify(failure)}` : "");
        texts.push(String(failure instanceof Error ? failure.cause : failure));
      }
      for (const text of [...texts, subject.logs()]) expect(text).not.toContain(wire.secret);
    },
  },
];

/** Returns the checks that apply to a supplier. */
function checksFor({ wire, supplier }: Conformant): ConformanceCheck[] {
  return conformanceChecks.filter(
    ({ needs }) => (needs !== "wire" || wire !== undefined) && (needs !== "version" || supplier.version !== null),
  );
}

/** Runs every check that applies, each with a new supplier. Call it in a `describe` block. */
export function describeConformance(
  make: () => Promise<Conformant>,
  applies: (check: ConformanceCheck) => boolean,
): void {
  for (const conformanceCheck of conformanceChecks.filter(applies)) {
    it(conformanceCheck.title, async () => {
      const subject = await make();
      try {
        expect(checksFor(subject)).toContain(conformanceCheck);
        await conformanceCheck.check(subject);
      } finally {
        await subject.close();
      }
    });
  }
}
