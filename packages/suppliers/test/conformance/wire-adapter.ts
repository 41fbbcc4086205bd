import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import {
  type CashOffer,
  repriceBySearch,
  type SearchContext,
  type SuppliedFlight,
  type Supplier,
} from "@wayfare/suppliers";
import type { Conformant, WireAnswer, WireControl } from "../conformance.ts";
import { queryFor } from "../query.ts";
import { makeSegment } from "../segment.ts";

/** A way in which an adapter can violate the port's rules. */
export type Defect =
  | "ignores the signal"
  | "calls before checking the signal"
  | "continues after an abort"
  | "hides failures"
  | "reads responses of any size"
  | "rejects unknown members"
  | "guesses missing terminals"
  | "ignores its budget"
  | "logs its credentials"
  | "throws its credentials"
  | "reprices any offer"
  | "ignores its version"
  | "returns random results"
  | "returns wrong totals"
  | "fails the second search";

const secret = "sk_live_9f8e7d6c5b4a";
const maxBytes = 8 * 1024 * 1024;

interface WireFlight {
  number: string;
  terminals?: [string, string];
  total: number;
}

/** A supplier that reads JSON from a server on the loopback interface, with any defects that a test plants. */
export async function openWireAdapter(...defects: Defect[]): Promise<Conformant> {
  const has = (defect: Defect) => defects.includes(defect);
  const server = await openServer();
  const logs: string[] = [];
  let searches = 0;

  async function* search(_query: unknown, { signal, access }: SearchContext) {
    if (!has("calls before checking the signal")) signal.throwIfAborted();
    const permit = has("ignores its budget") ? undefined : await access?.budget.acquire(signal);
    if (has("logs its credentials")) logs.push(`GET ${server.url}?key=${secret}`);
    if (has("fails the second search") && searches > 0) throw new Error("sold");
    searches++;
    try {
      const ignoresSignal = has("ignores the signal") || has("calls before checking the signal");
      const body = await load(ignoresSignal ? undefined : signal);
      permit?.settle({ billed: true, status: 200, tookMs: 0, rateLimit: null, health: "answered", retryAtMs: null });
      const parsed: unknown = JSON.parse(body);
      for (const flight of readFlights(parsed)) {
        const random = has("returns random results") ? searches : 0;
        yield { flights: [toFlight(flight, random)] };
        if (!has("continues after an abort")) signal.throwIfAborted();
      }
    } catch (cause) {
      if (has("hides failures") && !signal.aborted) return;
      throw cause;
    }
  }

  async function load(signal: AbortSignal | undefined): Promise<string> {
    const response = await fetch(server.url, { headers: { authorization: secret }, ...(signal ? { signal } : {}) });
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    for await (const chunk of response.body ?? []) {
      bytes += chunk.length;
      if (bytes > maxBytes && !has("reads responses of any size")) throw new Error("the answer is over 8 MB");
      chunks.push(chunk);
    }
    const text = Buffer.concat(chunks).toString();
    if (response.ok) return text;
    throw new Error(has("throws its credentials") ? `refused: ${text}` : `refused with ${response.status}`);
  }

  function readFlights(value: unknown): WireFlight[] {
    if (typeof value !== "object" || value === null || !("flights" in value) || !Array.isArray(value.flights)) {
      throw new Error("the answer has no flights");
    }
    if (has("rejects unknown members") && Object.keys(value).length > 1) throw new Error("unknown member");
    return value.flights;
  }

  function toFlight({ number, terminals, total }: WireFlight, added: number): SuppliedFlight {
    const guess = has("guesses missing terminals") ? "1" : null;
    const [originTerminal, destinationTerminal] = terminals ?? [guess, guess];
    const segment = makeSegment({
      flightNumber: number,
      operatingFlightNumber: number,
      originTerminal,
      destinationTerminal,
    });
    const offer = cashOf(total + added);
    const cash = has("returns wrong totals") ? { ...offer, total: offer.total + 1 } : offer;
    const slices = [{ origin: "LHR", destination: "JFK", segments: [segment], layovers: [] }];
    return { slices, cash: [cash], award: [], emissions: { kgCO2ePerTraveler: 1, typicalKg: 1, method: "test" } };
  }

  const version = "wire-1";
  const reprice = repriceBySearch({ search, version });
  const supplier: Supplier = {
    name: "wire",
    simulated: false,
    capabilities: {
      cash: true,
      award: false,
      roundTrips: false,
      cities: true,
      cabins: ["economy"],
      calendar: false,
    },
    credentials: ["deployment"],
    testMode: false,
    callCostUsdCents: 1,
    mayStoreResults: true,
    version,
    search,
    reprice: (reference, context) =>
      reprice(
        {
          ...reference,
          ...(has("reprices any offer") ? { position: 0 } : {}),
          ...(has("ignores its version") ? { version } : {}),
        },
        context,
      ),
  };
  return {
    supplier,
    query: queryFor({ includeAward: false }),
    searchedAtMs: Date.UTC(2027, 0, 2),
    wire: server.control,
    logs: () => logs.join("\n"),
    close: server.close,
  };
}

function cashOf(total: number): CashOffer {
  return {
    total,
    base: total,
    taxes: [],
    surcharges: [],
    perTraveler: [{ type: "adult", count: 1, total }],
    fareBrand: "Basic",
    cabin: "economy",
    segments: [{ cabin: "economy", bookingClass: "Q", fareBasis: "QLX", baggage: { carryOn: 1, checked: 0 } }],
    seatsRemaining: 4,
    refundable: false,
    changeable: true,
    validatingCarrier: "BA",
  };
}

async function openServer(): Promise<{ url: string; control: WireControl; close: () => Promise<void> }> {
  const good: WireControl["good"] = ({ members = {}, paddingBytes = 0, leavesOutOptional = false } = {}) => {
    const terminals = leavesOutOptional ? {} : { terminals: ["5", "8"] };
    const flights = ["1", "2"].map((number) => ({ number, total: 40_000, ...terminals }));
    return JSON.stringify({ flights, ...members }) + " ".repeat(paddingBytes);
  };
  let next: WireAnswer = { body: good() };
  let calls = 0;
  const server = createServer((_request, response) => {
    calls++;
    respond(response, next);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return {
    url: `http://127.0.0.1:${address.port}/flights`,
    control: { answer: (answer) => void (next = answer), good, calls: () => calls, secret },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function respond(response: ServerResponse, answer: WireAnswer): void {
  if (answer === "hang") return;
  if (answer === "break") {
    response.writeHead(200, { "content-length": 1000 }).write("{");
    setImmediate(() => response.destroy());
    return;
  }
  const { status = 200, contentType = "application/json", body } = answer;
  response.writeHead(status, { "content-type": contentType }).end(body);
}
