import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { makeSearchActions } from "../../src/actions/search-actions.ts";

const usd = (amount: string) => ({ amount, currency: "USD" });
const condition = (total: object | null, milesFee?: number) => ({
  allowed: true,
  fee: null,
  per: "offer",
  total,
  ...(milesFee === undefined ? {} : { milesFee }),
  until: null,
  rule: "fee",
});
const slice = {
  origin: "JFK",
  destination: "LHR",
  departureAt: "2027-01-20T18:30:00-05:00",
  arrivalAt: "2027-01-21T06:35:00+00:00",
  durationMinutes: 425,
  stops: 0,
  segments: [{ marketingCarrier: "BA", flightNumber: "178" }],
};
const offers = (refunds: readonly (object | null)[]) =>
  refunds.map((refund) => ({ conditions: { refund, change: null, noShow: null } }));
const [dear, cheap, award, silent] = offers([
  condition(usd("0.00")),
  condition(usd("120.00")),
  condition(usd("5.60"), 3000),
  null,
]);
const found = {
  flights: [
    {
      slices: [slice],
      cash: [
        { ...dear, total: usd("500.00") },
        { ...cheap, total: usd("400.00") },
      ],
      award: [{ ...award, miles: 40_000, program: "ana", total: usd("38.00") }],
    },
    { slices: [slice, slice], cash: [{ ...silent, total: usd("900.00") }], award: [] },
  ],
  simulated: true,
  supply: [],
  expiresAt: "2026-11-21T08:00:00.000Z",
};

test("the table states what the cancellation of the lowest offers costs", async () => {
  const server = createServer((_request, response) => {
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(found));
  });
  onTestFinished(() => void server.close());
  await new Promise<void>((listening) => void server.listen(0, "127.0.0.1", listening));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a TCP server has this form of address
  const { port } = server.address() as AddressInfo;
  let text = "";
  const actions = makeSearchActions({ stdout: { write: (written) => (text += written) } });
  const places = { origin: "JFK", destination: "LHR", departureDate: "2027-01-20" };
  await actions.search(
    { url: `http://127.0.0.1:${port}`, key: "key_test_abc" },
    { ...places, travelers: { adults: 1 }, limit: 10, json: false },
  );
  const [heading = "", first = "", second = "", third = ""] = text.split("\n");
  expect(heading).toMatch(/FROM +CANCEL +MILES FROM +CANCEL$/);
  expect(first).toMatch(/400\.00 USD +120\.00 USD +40000 ana \+ 38\.00 USD +3000 miles and 5\.60 USD$/);
  expect(second).toMatch(/900\.00 USD +unknown *$/);
  expect(third).toMatch(/BA 178 *$/);
  expect(text).toContain("CANCEL: amount that all travelers lose if they cancel before departure.");
});
