import { isDeepStrictEqual } from "node:util";
import { type Static, Type } from "typebox";
import { createCallContexts, detachedCall, getAccess } from "../client/call-context.ts";
import { SupplierClient, type SupplierClientOptions } from "../client/supplier-client.ts";
import {
  type Capabilities,
  countOffers,
  OfferCounter,
  type OfferReference,
  type RepriceContext,
  type Repriced,
  type SearchContext,
  type SearchQuery,
  type SuppliedFlight,
  type Supplier,
  SupplierFailure,
  type SupplierPlaces,
} from "../port/port.ts";
import { validatorOf } from "../wire/validator.ts";
import { countRawOffers, dropReasonOf, readFlight } from "./flights.ts";
import { protocolVersion, signRequest, toRequestQuery } from "./requests.ts";
import { maxFlights, RepriceAnswerSchema, SearchAnswerSchema } from "./schema.ts";

/** A supplier of the operator. All members come from the operator's settings. */
export interface HttpSupplierOptions extends SupplierClientOptions {
  /** The `source` of its offers: lower-case letters, digits and dashes. */
  name: string;
  /** Base URL, without a slash at its end. The guarded client refuses addresses that the operator has not allowed. */
  url: string;
  capabilities: Capabilities;
  callCostUsdCents?: number;
  /** True if its flights for test keys are simulated. */
  testMode?: boolean;
  places: SupplierPlaces;
}

const searchAnswer = validatorOf(SearchAnswerSchema);
const repriceAnswer = validatorOf(RepriceAnswerSchema);
const errorAnswer = validatorOf(Type.Object({ code: Type.String() }));

type SearchAnswer = Static<typeof SearchAnswerSchema>;

/** Creates a supplier that speaks the protocol of docs/suppliers/http.md. */
export function createHttpSupplier({ name, url, capabilities, places, ...options }: HttpSupplierOptions): Supplier {
  const client = new SupplierClient(
    {
      name,
      baseUrl: url,
      headersOf: (secret, body) => ({
        accept: "application/x-ndjson, application/json",
        "wayfare-protocol": protocolVersion,
        "wayfare-signature": signRequest(secret, body ?? "", options.nowMs()),
      }),
      readErrorCode: (value) => (errorAnswer.check(value) ? value.code : null),
    },
    options,
  );

  async function* search(query: SearchQuery, context: SearchContext) {
    context.signal.throwIfAborted();
    const call = createCallContexts({ ...context, access: getAccess(name, context.access) })();
    const body = { query: toRequestQuery(query, places), deadlineMs: Math.floor(context.deadlineMs) };
    const answers = await client.call({ method: "POST", path: "/search", body, parse: parseAnswer }, call);
    const faults: string[] = [];
    let flights = 0;
    for (const answer of Array.isArray(answers) ? answers : [answers]) {
      if (!searchAnswer.check(answer)) throw new SupplierFailure("format", `${name} did not send flights`);
      flights += answer.flights.length;
      if (flights > maxFlights) throw new SupplierFailure("too_large", `${name} sent more than ${maxFlights} flights`);
      yield toBatch(answer, query, faults);
      context.signal.throwIfAborted();
    }
    // The valid flights are kept; the failure is logged, and reported as the supplier's status.
    if (faults.length > 0) {
      throw new SupplierFailure("format", `${name} sent ${faults.length} invalid flights, the first at ${faults[0]}`);
    }
  }

  async function reprice({ kept, query }: OfferReference, context: RepriceContext): Promise<Repriced> {
    const quoted = kept && [...kept.cash, ...kept.award][0];
    if (kept === undefined || quoted?.reference === undefined) return { status: "unknown" };
    const call = detachedCall({ ...context, access: getAccess(name, context.access) });
    const body = { reference: quoted.reference, query: toRequestQuery(query, places) };
    const answer = await client.call({ method: "POST", path: "/offers/reprice", body }, call);
    if (!repriceAnswer.check(answer)) throw new SupplierFailure("format", `${name} did not send a status`);
    if (answer.status === "sold_out" || answer.status === "expired") return { status: answer.status };
    const current = readFlight(answer.flight, query.travelers);
    if (typeof current === "string")
      throw new SupplierFailure("format", `${name} sent an invalid flight at ${current}`);
    return isDeepStrictEqual(termsOf(current), termsOf(kept))
      ? { status: "available", flight: current }
      : { status: "changed", quoted: kept, current };
  }

  return {
    name,
    simulated: false,
    capabilities,
    credentials: ["deployment", "account"],
    testMode: options.testMode ?? false,
    callCostUsdCents: options.callCostUsdCents ?? 0,
    mayStoreResults: true,
    answerKey: (query) => JSON.stringify(toRequestQuery(query, places)),
    version: null,
    search,
    reprice,
  };
}

function toBatch({ flights, observedAt, coverage }: SearchAnswer, { travelers }: SearchQuery, faults: string[]) {
  const read: SuppliedFlight[] = [];
  const counter = new OfferCounter();
  for (const [at, value] of flights.entries()) {
    const flight = readFlight(value, travelers);
    if (typeof flight !== "string") {
      read.push(flight);
      continue;
    }
    faults.push(`/flights/${at}${flight}`);
    const offers = countRawOffers(value);
    counter.received += offers;
    counter.drop(dropReasonOf(value), offers);
  }
  return {
    flights: read,
    received: counter.received + countOffers(read),
    dropped: counter.dropped,
    ...(observedAt ? { observedAtMs: Date.parse(observedAt) } : {}),
    ...(typeof coverage === "number" ? { coverage } : {}),
  };
}

/** Parses JSON, or NDJSON to a list. Other media types are refused. */
function parseAnswer(body: string, mediaType: string): unknown {
  if (mediaType === "application/json") return JSON.parse(body);
  if (mediaType !== "application/x-ndjson") return undefined;
  return body
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line));
}

/** Members that were promised to the traveler. */
function termsOf({ slices, cash, award }: SuppliedFlight) {
  const [offer] = [...cash, ...award];
  const volatile = { expiresAtMs: null, observedAtMs: null, seatsRemaining: null, confidence: null };
  return { slices, terms: { ...offer, ...volatile, cashEquivalent: null } };
}
