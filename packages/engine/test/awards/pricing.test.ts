import { expect, test } from "vitest";
import type { CabinName } from "../../src/fares/cabins.ts";
import { price } from "./award-pricing.ts";

/**
 * Prices that an expert expects: program, route, flights as `carrier miles cabin`, and the miles. Cells marked `published` are in the
 * program's own chart; the others compare our model with known prices of the program, see docs/awards.md.
 */
const trips = `
  alaska          JFK–LAX  AA 2475 economy                     17500   published
  alaska          SFO–HND  JL 5161 business                    75000   published
  alaska          JFK–LHR  BA 3451 business                    45000   published
  alaska          DFW–HND  AA 700 economy + JL 5488 business   75000   published
  alaska          SYD–LAX  QF 7488 first                       130000  published
  aeroplan        YYZ–LAX  AC 2175 business                    25000   published
  aeroplan        YYZ–FRA  AC 3958 business                    60000   published
  aeroplan        JFK–FRA  UA 3858 economy                     32500   published
  aeroplan        LAX–SYD  UA 7488 business                    80000   published
  aeroplan        JFK–FRA  LH 3858 business                    66000   modelled
  britishairways  JFK–LHR  BA 3451 economy                     13000   published
  britishairways  JFK–LHR  BA 3451 business                    50000   published
  britishairways  JFK–ORD  AA 740 economy                      9000    published
  britishairways  LHR–MAD  BA 785 economy                      7250    published
  iberia          MAD–JFK  IB 3589 business                    51750   published
  iberia          MAD–JFK  IB 3589 premium_economy             35000   published
  iberia          JFK–LAX  AA 2475 business                    34000   published
  virginatlantic  LAX–HND  NH 5488 business                    52500   published
  virginatlantic  JFK–HND  NH 6740 first                       85000   published
  virginatlantic  JFK–LHR  VS 3451 economy                     6000    modelled
  jal             JFK–LHR  BA 3451 economy                     25000   published
  jal             LHR–SYD  QR 3250 business + QF 7480 business 121000  published
  jal             HND–LAX  JL 5488 business                    55000   modelled
  cathay          LHR–LAX  BA 3451 economy + AA 2475 economy   60000   published
  cathay          HKG–LHR  CX 5990 business                    84000   modelled
  american        JFK–LHR  BA 3451 business                    57500   modelled
  american        LAX–HND  JL 5488 first                       80000   modelled
  american        DFW–DOH  QR 7936 business                    70000   modelled
  united          JFK–LAX  UA 2475 economy                     12500   modelled
  united          EWR–FRA  LH 3858 business                    88000   modelled
  delta           JFK–LAX  DL 2475 economy@33000               33000   modelled
  flyingblue      JFK–CDG  AF 3635 economy                     25000   modelled
  flyingblue      JFK–CDG  AF 3635 business                    60000   modelled
  lifemiles       JFK–FRA  LH 3858 business                    70000   modelled
  turkish         JFK–IST  TK 5004 business                    65000   modelled
  turkish         JFK–LAX  UA 2475 business                    22500   modelled
  turkish         FRA–JFK  LH 3858 business                    85000   modelled
  singapore       SIN–LHR  SQ 6765 business                    108500  modelled
  singapore       SIN–SFO  SQ 8446 business                    112500  modelled
  ana             HND–JFK  NH 6740 business                    55000   modelled
  lufthansa       FRA–EWR  UA 3858 business                    60000   modelled
  qantas          SYD–LAX  QF 7488 business                    108400  modelled
  qantas          SYD–BNE  QF 468 economy                      9200    modelled
  velocity        SYD–BNE  VA 468 economy                      7900    modelled
  emirates        DXB–LHR  EK 3414 business                    65000   modelled
  etihad          OSL–CPH  SK 322 business                     20000   modelled
  etihad          AUH–JFK  EY 6880 business                    95000   modelled
  qatar           DOH–JFK  QR 6700 business                    70000   modelled
  finnair         HEL–JFK  AY 4110 business                    62500   modelled
  eurobonus       CPH–EWR  SK 3856 business                    60000   modelled
  korean          ICN–JFK  KE 6906 business                    62500   modelled
  korean          JFK–CDG  AF 3635 business                    40000   modelled
  connectmiles    MIA–PTY  CM 1155 economy                     10000   modelled
  ethiopian       ADD–FRA  ET 3320 business                    65000   modelled
  saudia          RUH–LHR  SV 3080 business                    60000   modelled
`
  .trim()
  .split("\n")
  .map(parseTrip);

function parseTrip(line: string) {
  const found = /^(\w+) +(\S+) +(.+?) {2,}(\d+) +(\w+)$/.exec(line.trim().replace(/ (\d{5,6}) /, "  $1 "));
  if (found === null) throw new Error(`not a question: ${line}`);
  const [, program = "", route = "", flights = "", miles = "", basis = ""] = found;
  const [flown = "", cents] = flights.split("@");
  const legs = flown.split(" + ").map((leg) => {
    const [carrier = "", length, cabin] = leg.trim().split(" ");
    return [carrier, Number(length), cabin as CabinName] as const;
  });
  return {
    program,
    route,
    flights,
    legs,
    cashUsdCents: cents === undefined ? null : Number(cents),
    miles: Number(miles),
    basis,
  };
}

test("has at least forty cases for at least twenty programs", () => {
  expect(trips.length).toBeGreaterThanOrEqual(40);
  expect(new Set(trips.map(({ program }) => program)).size).toBeGreaterThanOrEqual(20);
});

test.each(trips)(
  "$program charges $miles for $flights, $route",
  ({ program, route, legs, cashUsdCents, miles, basis }) => {
    const priced = price(program, { route, legs, cashUsdCents });
    expect({ miles: priced?.miles, basis: priced?.chart.basis }).toEqual({ miles, basis });
  },
);
