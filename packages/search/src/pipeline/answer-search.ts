import type { CpuScheduler, Steps } from "@wayfare/concurrency";
import { countOffers, type SupplierResult } from "@wayfare/suppliers";
import type { MileValue } from "../candidates/measures.ts";
import { type Candidate, ResultMerger } from "../candidates/merge.ts";
import { scoreFlights } from "../candidates/score.ts";
import { selectInSteps } from "../candidates/select.ts";
import { ByteWriter } from "../serialize/byte-writer.ts";
import { type ContentCoding, compress } from "../serialize/compress.ts";
import type { DictionaryText } from "../serialize/dictionaries.ts";
import { encodeKeptInSteps } from "../serialize/kept-flights.ts";
import { ResponseText, type Selection } from "../serialize/response-text.ts";
import { findResults, type RunContext, type SearchSupply } from "./find-flights.ts";
import type { SearchAnswer, SearchJob } from "./search-job.ts";
import { findStorablePrice } from "./storable-price.ts";
import { toFinalRows } from "./supply-rows.ts";
import { findUnknownCodes } from "./unknown-codes.ts";

/** Dependencies of the runs of one thread. */
export interface RunDeps {
  supply: SearchSupply;
  dictionaries: DictionaryText;
  cpu: CpuScheduler;
  /** Used only in tasks of `cpu`, which run one after the other. */
  out: ByteWriter;
}

/** Runs a search and writes its response. */
export async function answerSearch(
  deps: RunDeps,
  job: SearchJob & { coding: ContentCoding },
  context: Omit<RunContext, "deadlineMs">,
): Promise<SearchAnswer> {
  const { results, supply: reports } = await findResults(deps.supply, job, {
    ...context,
    deadlineMs: job.deadlineMs,
  });
  const write = function* (out: ByteWriter) {
    const candidates = yield* new ResultMerger(job.searchId, job.request.currency).merge(results);
    const storable = findStorablePrice(deps.supply, job.environment, candidates);
    const selection = yield* selectAndScore(deps.supply, job, candidates);
    const supply = toFinalRows(reports, { ...job, candidates, selected: selection.selected });
    yield* new ResponseText(job, textOptionsOf(deps, job)).write(selection, supply, out);
    yield;
    const kept = yield* encodeKeptInSteps(selection.selected);
    if (kept !== undefined) yield;
    const body = compress(out.peek(), job.coding);
    const unknown = unknownCodesOf(deps.supply, results);
    return { ...body, flights: selection.selected.length, supply, ...(kept && { kept }), ...storable, ...unknown };
  };
  const task = { results, accountId: job.accountId, signal: context.signal };
  // Between turns, other tasks write to `deps.out`.
  return runOnResults(deps.cpu, task, ({ inTurns }) => write(inTurns ? new ByteWriter() : deps.out));
}

/** Member of an answer with the unknown codes of its suppliers; empty if there are none. */
export function unknownCodesOf(
  supply: SearchSupply,
  results: readonly SupplierResult[],
): Pick<SearchAnswer, "unknownCodes"> {
  const unknownCodes = findUnknownCodes(supply, results);
  return unknownCodes.length === 0 ? {} : { unknownCodes };
}

/** Offers from which the work on results runs in turns, between which other searches of the thread run. */
const offersForTurns = 1000;

/** True if results are so large that other searches would wait for them. */
export function isLarge(results: readonly SupplierResult[]): boolean {
  return results.reduce((sum, { flights }) => sum + countOffers(flights), 0) >= offersForTurns;
}

/** Runs the steps of work on the results of a search: at once, or in turns if the results are large. */
export function runOnResults<Result>(
  cpu: CpuScheduler,
  { results, accountId, signal }: { results: readonly SupplierResult[]; accountId: string; signal: AbortSignal },
  start: (run: { inTurns: boolean }) => Steps<Result>,
): Promise<Result> {
  if (isLarge(results)) return cpu.runInTurns(accountId, () => start({ inTurns: true }), { signal });
  return cpu.run(accountId, () => start({ inTurns: false }), { signal, continues: true });
}

/** Selects the flights of a response, and ranks their offers if this is requested. */
export function* selectAndScore(
  { dictionary }: Pick<SearchSupply, "dictionary">,
  { request, scored }: Pick<SearchJob, "request" | "scored">,
  candidates: readonly Candidate[],
): Steps<Selection> {
  const selected = yield* selectInSteps(candidates, request, mileValueOf(dictionary, request));
  yield;
  if (!scored) return { selected };
  const scoreOptions = scoreFlights(selected, request, dictionary);
  yield;
  return { selected, scoreOptions };
}

export function textOptionsOf({ supply, dictionaries }: RunDeps, { request }: Pick<SearchJob, "request">) {
  return { dictionaries, mileValue: mileValueOf(supply.dictionary, request) };
}

function mileValueOf(dictionary: SearchSupply["dictionary"], { currency }: SearchJob["request"]): MileValue {
  return (program) => dictionary.getMileValueMinor(program, currency);
}
