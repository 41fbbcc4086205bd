import { type Facts, loadFacts } from "@wayfare/world";
import { startDuffelDouble } from "../duffel/duffel-double.ts";
import { startIgnavDouble } from "../ignav/ignav-double.ts";
import { startSeatsAeroDouble } from "../seats-aero/seats-aero-double.ts";
import { makeAwardRows } from "./award-rows.ts";
import { EventDelivery } from "./deliver-events.ts";
import { makeDuffelOffers } from "./duffel-offers.ts";
import { DemoFlights } from "./flights.ts";
import { makeIgnavItineraries } from "./ignav-itineraries.ts";
import { installTriggers } from "./triggers.ts";

/** Made-up credentials of the demo suppliers. No real supplier accepts them. */
export const demoCredentials = {
  duffelLive: "duffel_live_demo",
  duffelTest: "duffel_test_demo",
  ignav: "ign_key_demo",
  seatsAero: "pro_demo",
  webhookSecret: "demo-webhook-secret",
} as const;

/** Time between looks for orders whose outcome is due. */
const settleEveryMs = 500;

/** Running demo suppliers. */
export interface DemoSuppliers {
  /** Settings of a service that uses them. */
  environment: Readonly<Record<string, string>>;
  /** Delivers events of Duffel to a service, at its address on loopback. */
  deliverEvents(serviceUrl: string): void;
  /** Faults of requests that the suppliers would refuse. */
  faults(): string[];
  close(): Promise<void>;
}

/** Options of the demo suppliers. */
export interface DemoOptions {
  /** Selects times and prices; the same seed has the same flights. */
  seed?: number;
  nowMs?: () => number;
  /** Facts of the service that uses the suppliers, so that both have the same time zones; those of this version if absent. */
  facts?: Facts;
}

/** Starts demo suppliers on free ports of loopback: strict doubles with generated flights for any route and date. */
export async function startDemoSuppliers({
  seed = 1,
  nowMs = () => Date.now(),
  facts = loadFacts(),
}: DemoOptions = {}): Promise<DemoSuppliers> {
  const flights = new DemoFlights(facts, { seed, nowMs });
  const { duffelLive, duffelTest, ignav: ignavKey, webhookSecret } = demoCredentials;
  const generate = makeDuffelOffers(flights, nowMs);
  const duffel = await startDuffelDouble([], { generate, nowMs, tokens: [duffelLive, duffelTest] });
  const ignav = await startIgnavDouble([], { generate: makeIgnavItineraries(flights) });
  const seats = await startSeatsAeroDouble([], { generate: makeAwardRows(flights, nowMs), nowMs });
  const doubles = [duffel.double, ignav.double, seats.double];
  for (const double of doubles) double.unref();
  const delivery = new EventDelivery(webhookSecret);
  duffel.orders.events.onEvent = (event) => delivery.add(event);
  const timers = new Set<NodeJS.Timeout>();
  installTriggers(duffel.orders, (run, afterMs) => timers.add(setTimeout(run, afterMs).unref()));
  timers.add(setInterval(() => duffel.orders.settle(), settleEveryMs).unref());
  return {
    environment: {
      DUFFEL_URL: duffel.double.url,
      DUFFEL_TOKEN: duffelLive,
      DUFFEL_TEST_TOKEN: duffelTest,
      DUFFEL_WEBHOOK_SECRET: webhookSecret,
      DUFFEL_TEST_WEBHOOK_SECRET: webhookSecret,
      IGNAV_URL: ignav.double.url,
      IGNAV_KEY: ignavKey,
      SEATS_AERO_URL: seats.double.url,
    },
    deliverEvents: (serviceUrl) => delivery.open(`${serviceUrl}/supplier-events/duffel/deployment`),
    faults: () => doubles.flatMap(({ faults }) => faults),
    async close() {
      delivery.close();
      for (const timer of timers) clearTimeout(timer);
      await Promise.all(doubles.map((double) => double.close()));
    },
  };
}
