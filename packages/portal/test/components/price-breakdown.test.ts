import type { Conditions, Offer } from "@wayfare/sdk";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { ConditionsList } from "../../src/components/conditions-list.tsx";
import { PriceBreakdown } from "../../src/components/price-breakdown.tsx";
import { makeSlice } from "../pages/flights/itineraries.ts";
import { makeFlight } from "../pages/flights/priced-flights.ts";

const usd = (amount: string) => ({ amount, currency: "USD" });
const conditions: Conditions = {
  refund: { allowed: true, fee: usd("60.00"), per: "traveler", total: usd("120.00"), until: null, rule: "fee" },
  change: { allowed: true, fee: usd("75.00"), per: "offer", total: usd("75.00"), until: null, rule: "fee" },
  noShow: null,
};
const sentences = [
  "Cancel before departure: 120.00 USD fee for all travelers.",
  "Change: 75.00 USD for all travelers plus the difference in fares.",
  "Not stated by the supplier: no-show.",
];

test("the price of cash offers and awards includes their conditions in sentences", () => {
  const slice = makeSlice(["JFK", "LHR", "2027-01-20T18:30:00-05:00", "2027-01-21T06:35:00+00:00"]);
  const { cash, award } = makeFlight("flt_1", slice, { amount: "400.00", miles: 30_000 });
  const offers: Offer[] = [...cash, ...award].map((offer) => ({ ...offer, conditions }));
  expect(offers).toHaveLength(2);
  for (const offer of offers) {
    const html = renderToStaticMarkup(createElement(PriceBreakdown, { offer }));
    for (const sentence of sentences) expect(html).toContain(sentence);
  }
});

test("the conditions of a review are the same sentences", () => {
  const html = renderToStaticMarkup(createElement(ConditionsList, { conditions }));
  expect(html).toBe(`<ul>${sentences.map((sentence) => `<li>${sentence}</li>`).join("")}</ul>`);
});

test("names each tax, surcharge and fee in the singular", () => {
  const slice = makeSlice(["JFK", "LHR", "2027-01-20T18:30:00-05:00", "2027-01-21T06:35:00+00:00"]);
  const { cash, award } = makeFlight("flt_1", slice, { amount: "400.00", miles: 30_000 });
  const charges = (code: string) => [{ code, amount: usd("5.60") }];
  const taxes = [{ code: "AY", amount: usd("5.60"), basis: null, validUntil: null }];
  const charged = { taxes, surcharges: charges("YQ"), fees: charges("PC") };
  const html = [...cash, ...award].map((offer) =>
    renderToStaticMarkup(createElement(PriceBreakdown, { offer: { ...offer, ...charged } })),
  );
  for (const name of ["Tax AY", "Surcharge YQ"]) for (const text of html) expect(text).toContain(name);
  expect(html[1]).toContain("Fee PC");
});

test.each([
  [{ code: "GB", basis: "law", validUntil: "2027-03-31" }, "Tax GB", "by law, rate until 2027-03-31"],
  [{ code: null, basis: "modelled", validUntil: null }, "Modeled airport charge", "modelled"],
  [{ code: null, basis: "published", validUntil: null }, "Airport charge", "published"],
  [{ code: null, basis: null, validUntil: null }, "Taxes", ""],
] as const)("names the tax %j and its basis", (tax, name, basis) => {
  const slice = makeSlice(["JFK", "LHR", "2027-01-20T18:30:00-05:00", "2027-01-21T06:35:00+00:00"]);
  const [cash] = makeFlight("flt_1", slice, { amount: "400.00", miles: 30_000 }).cash;
  if (cash === undefined) throw new Error("no cash offer");
  const offer = { ...cash, taxes: [{ ...tax, amount: usd("5.60") }] };
  const html = renderToStaticMarkup(createElement(PriceBreakdown, { offer }));
  expect(html).toContain(`>${name}</dt>`);
  expect(html).toContain(basis === "" ? "5.60" : ` ${basis}</span>`);
});
