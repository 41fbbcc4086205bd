import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import { demoCredentials, demoTriggers, startDemoSuppliers } from "@wayfare/demo-suppliers";
import { loadFacts } from "@wayfare/world";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { DemoFlights, priceOf } from "../../src/demo/flights.ts";

const nowMs = () => Date.UTC(2027, 0, 10, 12);
const facts = loadFacts();
const flights = new DemoFlights(facts, { seed: 1, nowMs });
const date = fc.date({ min: new Date("2027-01-12"), max: new Date("2027-12-20"), noInvalidDate: true });
const airport = fc.constantFrom(...facts.airports.keys());

test("generates connected flights with true times and sane prices for any route and date, always the same ones", () => {
  const check = (origin: string, destination: string, day: Date) => {
    const route = { origin, destination, date: day.toISOString().slice(0, 10), maxConnections: 2 };
    const found = flights.find(route);
    expect(new DemoFlights(facts, { seed: 1, nowMs }).find(route)).toEqual(found);
    for (const flight of found) {
      const [first, last] = [flight.segments[0], flight.segments.at(-1)];
      expect([first?.origin.code, last?.destination.code]).toEqual([origin, destination]);
      expect(first?.departsAt).toMatch(new RegExp(`^${route.date}T\\d\\d:\\d\\d:00$`));
      expect(flight.durationMinutes).toBeLessThan(36 * 60);
      expect(flight.durationMinutes).toBeGreaterThan(flight.km / 16);
      expect(priceOf(flight, "economy")).toBeGreaterThan(3000);
      expect(priceOf(flight, "economy")).toBeLessThan(300_000);
      for (const [at, segment] of flight.segments.entries()) {
        const next = flight.segments[at + 1];
        expect(segment.arrivalMs).toBeGreaterThan(segment.departureMs);
        if (next === undefined) continue;
        expect(next.origin).toBe(segment.destination);
        expect(next.departureMs - segment.arrivalMs).toBeGreaterThanOrEqual(75 * 60_000);
      }
    }
  };
  fc.assert(fc.property(airport, airport, date, check), { numRuns: 60, seed: 7 });
});

async function openDemo() {
  const demo = await startDemoSuppliers({ nowMs });
  onTestFinished(() => demo.close());
  return demo;
}

test("Duffel, Ignav and seats.aero have the same flights", async () => {
  const demo = await openDemo();
  const { DUFFEL_URL, IGNAV_URL, SEATS_AERO_URL } = demo.environment;
  const json = { "content-type": "application/json" };
  const call = async (url: string, headers: Record<string, string>, body?: object) => {
    const init =
      body === undefined
        ? { headers }
        : { headers: { ...headers, ...json }, method: "POST", body: JSON.stringify(body) };
    const response = await fetch(url, init);
    expect(response.status).toBeLessThan(300);
    return JSON.parse(await response.text());
  };
  const duffel = {
    authorization: `Bearer ${demoCredentials.duffelLive}`,
    "duffel-version": "v2",
    "accept-encoding": "gzip",
  };
  const slices = [{ origin: "JFK", destination: "LHR", departure_date: "2027-02-10" }];
  const { data } = await call(`${DUFFEL_URL}/air/offer_requests`, duffel, {
    data: { slices, passengers: [{ type: "adult" }] },
  });
  const search = {
    origin: "JFK",
    destination: "LHR",
    departure_date: "2027-02-10",
    adults: 1,
    allow_self_transfer: false,
  };
  const ignav = await call(`${IGNAV_URL}/fares/one-way`, { "x-api-key": demoCredentials.ignav }, search);
  const query =
    "origin_airport=JFK&destination_airport=LHR&start_date=2027-02-10&end_date=2027-02-10&include_trips=true";
  const seats = await call(`${SEATS_AERO_URL}/search?${query}`, { "partner-authorization": demoCredentials.seatsAero });
  interface Wire {
    slices: { segments: { marketing_carrier: { iata_code: string }; marketing_carrier_flight_number: string }[] }[];
    outbound: { segments: { marketing_carrier_code: string; flight_number: string }[] };
    AvailabilityTrips: { FlightNumbers: string }[];
  }
  const cash = new Set(
    data.offers.map(({ slices: [slice] }: Wire) =>
      slice?.segments.map((each) => each.marketing_carrier.iata_code + each.marketing_carrier_flight_number).join(", "),
    ),
  );
  expect(cash.size).toBeGreaterThan(2);
  const links = ignav.itineraries.map(({ outbound }: Wire) =>
    outbound.segments.map((each) => each.marketing_carrier_code + each.flight_number).join(", "),
  );
  expect(new Set(links)).toEqual(cash);
  const awards: string[] = seats.data.flatMap(({ AvailabilityTrips }: Wire) =>
    AvailabilityTrips.map((trip) => trip.FlightNumbers),
  );
  expect(awards.length).toBeGreaterThan(0);
  expect(awards.filter((numbers) => !cash.has(numbers))).toEqual([]);
  expect(demo.faults()).toEqual([]);
});

test("the contact's email selects the outcome of an order, and events reach the service with their signature", async () => {
  const received: { path: string | undefined; type: string; isSigned: boolean }[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => (body += String(chunk)));
    request.on("end", () => {
      const [, seconds = "", signature = ""] =
        /^t=(\d+),v1=(\w+)$/.exec(String(request.headers["x-duffel-signature"])) ?? [];
      const expected = createHmac("sha256", demoCredentials.webhookSecret).update(`${seconds}.${body}`).digest("hex");
      received.push({ path: request.url, type: JSON.parse(body).type, isSigned: signature === expected });
      response.writeHead(200).end("{}");
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const address = server.address();
  const demo = await openDemo();
  const { DUFFEL_URL } = demo.environment;
  const headers = {
    authorization: `Bearer ${demoCredentials.duffelLive}`,
    "duffel-version": "v2",
    "accept-encoding": "gzip",
    "content-type": "application/json",
  };
  const post = async (path: string, data: object) => {
    const response = await fetch(DUFFEL_URL + path, { method: "POST", headers, body: JSON.stringify({ data }) });
    return { status: response.status, body: JSON.parse(await response.text()) };
  };
  const order = async (local: string) => {
    const slices = [{ origin: "JFK", destination: "LHR", departure_date: "2027-02-10" }];
    const { body } = await post("/air/offer_requests", { slices, passengers: [{ type: "adult" }] });
    const offer = body.data.offers.find((each: { id: string }) => each.id.endsWith("Standard"));
    return post("/air/orders", {
      selected_offers: [offer.id],
      payments: [{ type: "balance", amount: offer.total_amount, currency: offer.total_currency }],
      passengers: [
        {
          id: offer.passengers[0].id,
          title: "ms",
          gender: "f",
          given_name: "Ada",
          family_name: "Lovelace",
          born_on: "1990-12-10",
          email: `${local}@example.com`,
          phone_number: "+442071234567",
        },
      ],
    });
  };
  expect(Object.keys(demoTriggers)).toHaveLength(9);
  const codes: [string, number, string | undefined][] = [];
  for (const local of ["accepted-later", "creation-failed", "price-changed", "no-balance", "not-created", "ada"]) {
    const { status, body } = await order(local);
    codes.push([local, status, body.errors?.[0]?.code]);
  }
  expect(codes).toEqual([
    ["accepted-later", 202, undefined],
    ["creation-failed", 202, undefined],
    ["price-changed", 422, "price_changed"],
    ["no-balance", 422, "insufficient_balance"],
    ["not-created", 502, "order_not_created"],
    ["ada", 201, undefined],
  ]);
  await expect(order("answer-lost")).rejects.toThrow();
  const { body } = await order("credit-refund");
  const quote = await post("/air/order_cancellations", { order_id: body.data.id });
  expect(quote.body.data).toMatchObject({ refund_to: "airline_credits", airline_credits: [{ credit_code: null }] });
  if (typeof address !== "object" || address === null) throw new Error("no port");
  demo.deliverEvents(`http://127.0.0.1:${address.port}`);
  await expect.poll(() => received.length).toBe(4);
  const path = "/supplier-events/duffel/deployment";
  expect(received.filter((each) => each.path !== path || !each.isSigned)).toEqual([]);
  expect(received.map(({ type }) => type).toSorted()).toEqual([
    "order.created",
    "order.created",
    "order.created",
    "order_cancellation.created",
  ]);
});
