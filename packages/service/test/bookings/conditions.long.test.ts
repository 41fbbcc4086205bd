import { type Conditions, type Currency, currencies, type Flight, toMinor } from "@wayfare/contract";
import { parseEpochDay, programs, unitHash } from "@wayfare/engine";
import { toFlight } from "@wayfare/search";
import { type AwardOffer, type CashOffer, createSandboxSupplier, type SearchQuery } from "@wayfare/suppliers";
import { loadFacts, makeWorld } from "@wayfare/world";
import { expect, test } from "vitest";
import { queryFor } from "../../../suppliers/test/doubles/query.ts";
import { sandboxRefund } from "../../src/bookings/refund.ts";

const searchedAtMs = Date.parse("2027-01-02T10:30:30Z");
const minOffers = 20_000;
const seed = 45;
const draw = (n: number, what: number, count: number) => Math.floor(unitHash(seed, n, what, 0) * count);

/** Routes with flights of every program's airlines, domestic and international, of network and low-cost airlines. */
const routes = (
  "JFK-LAX JFK-LHR LHR-SIN SYD-MEL SYD-LAX VCP-REC GRU-SDU GRU-LIS DEN-LAS FLL-LGA JED-RUH JED-LHR ADD-NBO PTY-MIA MEX-CUN " +
  "DXB-LHR AUH-JFK IST-FRA BOG-MIA ICN-GMP ICN-LAX HEL-LHR DOH-LHR MAD-BCN CPH-ARN HND-ITM NRT-SFO CDG-NCE AMS-JFK YYZ-YVR " +
  "YYZ-LHR HKG-BKK SIN-BKK ATL-ORD SEA-ANC JFK-SFO LGW-BCN BOS-LAX ORD-NRT FRA-MUC SIN-SYD KUL-SYD SGN-HAN JFK-LGW"
).split(" ");
const cabins = ["economy", "premium_economy", "business", "first"] as const;
const parties = [
  { adults: 1, children: 0, infants: 0 },
  { adults: 2, children: 1, infants: 1 },
  { adults: 4, children: 0, infants: 0 },
];

function drawQuery(n: number): SearchQuery {
  const [from = "", to = ""] = (routes[n % routes.length] ?? "").split("-");
  const isReturn = draw(n, 1, 2) === 1;
  return queryFor({
    origin: { code: from, kind: "airport" },
    destination: { code: to, kind: "airport" },
    departureDate: ["2027-01-05", "2027-01-20", "2027-04-14"][draw(n, 2, 3)] ?? "",
    returnDate: isReturn ? "2027-04-24" : null,
    cabin: cabins[(n + Math.floor(n / routes.length)) % cabins.length] ?? "economy",
    cabinMatch: "any",
    travelers: {
      youths: 0,
      infantsInSeat: 0,
      ...(parties[draw(n, 3, parties.length)] ?? { adults: 1, children: 0, infants: 0 }),
    },
    currency: currencies[draw(n, 4, currencies.length)] ?? "USD",
    maxStops: draw(n, 5, 3) === 0 ? 0 : 1,
    allowSelfTransfer: draw(n, 6, 4) === 0,
    limit: 30,
    allOffers: true,
  });
}

/** Refund that the response states, from the texts of its amounts alone. */
function quotedRefund(
  { total }: Flight["cash"][number] | Flight["award"][number],
  { refund }: Conditions,
  currency: Currency,
) {
  const minorOf = (money: { amount: string; currency: string } | null | undefined) => {
    expect(money?.currency).toBe(currency);
    return toMinor(money?.amount ?? "", currency) ?? Number.NaN;
  };
  const [paid, lost] = [minorOf(total), minorOf(refund?.total)];
  expect(lost).toBeGreaterThanOrEqual(0);
  expect(lost).toBeLessThanOrEqual(paid);
  return paid - lost;
}

test("the sandbox charges the fee that it states, for every brand, cabin, program, level and kind of trip", async () => {
  const supplier = createSandboxSupplier({
    version: "conditions",
    buffer: makeWorld(loadFacts(), parseEpochDay("2027-01-01")),
  });
  const seen = new Set<string>();
  const count = { offers: 0 };
  for (let n = 0; count.offers < minOffers || n < routes.length * cabins.length; n++) {
    const query = drawQuery(n);
    const { currency, cabin } = query;
    const context = { searchedAtMs, deadlineMs: 600_000, signal: new AbortController().signal };
    for await (const batch of supplier.search(query, context)) {
      for (const flight of batch.flights) {
        const identify = <Offer extends CashOffer | AwardOffer>(offer: Offer) => {
          return { id: "off_01kahz2j7p3v8c5m9n4q6r7s8t_0", source: "sandbox", offer, price: offer.total };
        };
        const [cash, award] = [flight.cash.map(identify), flight.award.map(identify)];
        const candidate = { id: "flt_7h2k9m4n6p8q0r1s3t5v7w9x2y", flight, cash, award, simulated: true };
        const searchedAt = new Date(searchedAtMs).toISOString();
        const shown = toFlight(candidate, { currency, cabin, searchedAt, expiresAt: searchedAt });
        const compare = (own: CashOffer | AwardOffer, quoted: Flight["cash"][number] | Flight["award"][number]) => {
          const { refund, change, noShow } = quoted.conditions;
          expect([refund, change, noShow]).not.toContain(null);
          expect(sandboxRefund(own, currency).minor).toBe(quotedRefund(quoted, quoted.conditions, currency));
          count.offers++;
        };
        for (const [at, own] of flight.cash.entries()) {
          const quoted = shown.cash[at];
          if (quoted === undefined) throw new Error("no offer");
          compare(own, quoted);
          const { refund, change } = quoted.conditions;
          expect([quoted.refundable, quoted.changeable]).toEqual([refund?.allowed, change?.allowed]);
          const taxes = own.taxes?.reduce((sum, { amount }) => sum + amount, 0);
          expect(sandboxRefund(own, currency).minor).toBe(own.refundable === true ? own.total : taxes);
          const kind = own.segments[0]?.fareBasis?.[3] === "R" ? "round" : "one way";
          for (const value of [`brand ${own.fareBrand}`, `cabin cash ${cabin}`, `cash ${kind}`]) seen.add(value);
        }
        for (const [at, own] of flight.award.entries()) {
          const quoted = shown.award[at];
          if (quoted === undefined) throw new Error("no offer");
          compare(own, quoted);
          const { milesFee = null } = quoted.conditions.refund ?? {};
          expect(milesFee).toBeGreaterThanOrEqual(0);
          expect(milesFee).toBeLessThanOrEqual(own.miles);
          for (const value of [`program ${own.program}`, `cabin award ${cabin}`, `level ${own.level}`]) seen.add(value);
        }
      }
    }
  }
  expect(count.offers).toBeGreaterThanOrEqual(minOffers);
  expect([...seen].toSorted()).toEqual(expect.arrayContaining(expected.toSorted()));
}, 1_800_000);

/** Every brand that the sandbox sells: its low-cost airlines have no cabins above economy. */
const expected = [
  ...programs.map(({ code }) => `program ${code}`),
  ...["saver", "standard", "dynamic"].map((level) => `level ${level}`),
  ...cabins.flatMap((cabin) => [`cabin cash ${cabin}`, `cabin award ${cabin}`]),
  ...["Economy Light", "Economy Standard", "Economy Flex", "Premium Standard", "Premium Flex"].map(
    (brand) => `brand ${brand}`,
  ),
  ...["Business Standard", "Business Flex", "First", "Basic", "Plus", "Flex"].map((brand) => `brand ${brand}`),
  "cash one way",
  "cash round",
];
