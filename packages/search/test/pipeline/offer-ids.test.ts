import { newId } from "@wayfare/contract";
import { type Registration, SupplierRegistry } from "@wayfare/suppliers";
import { expect, test } from "vitest";
import { fromOrdinal, toOrdinal } from "../../src/candidates/offer-ordinal.ts";
import { findFlights } from "../../src/pipeline/find-flights.ts";
import { repriceOffer } from "../../src/pipeline/reprice.ts";
import { normalizeRequest } from "../../src/request/normalize.ts";
import { facts } from "../sample-facts.ts";
import { makeAward, makeCash, makeFlight, supplierOf, supplierWith } from "../sample-flights.ts";

const nowMs = Date.UTC(2027, 0, 1);
const request = normalizeRequest(
  { origin: "JFK", destination: "LHR", departureDate: "2027-01-20", includeAward: true, allOffers: true },
  facts,
  nowMs,
);
const searchId = newId("srch", nowMs);
const partitions = ["test", "live"] as const;
const sales = { version: 0, seats: [] };

const old: Registration = {
  supplier: supplierOf("old", [
    makeFlight({ number: "1", cash: [makeCash(40_000), makeCash(50_000, "Flex")], award: [makeAward(20_000)] }),
    makeFlight({ number: "2", cash: [makeCash(45_000)], award: [] }),
  ]),
  slot: 5,
  partitions,
};
const added: Registration = {
  supplier: supplierOf("added", [makeFlight({ number: "1", cash: [makeCash(10_000)] }), makeFlight({ number: "3" })]),
  slot: 2,
  partitions,
};

async function offersOf(registrations: Registration[]): Promise<Map<string, unknown>> {
  const run = { searchId, environment: "live" as const, request, searchedAtMs: nowMs, soldSeats: [] };
  const context = { deadlineMs: 60_000, signal: new AbortController().signal };
  const { candidates } = await findFlights({ suppliers: new SupplierRegistry(registrations) }, run, context);
  return new Map(
    candidates.flatMap(({ id, cash, award }) =>
      [...cash, ...award].map((each) => [each.id, [id, each.source, each.offer]] as const),
    ),
  );
}

function reprice(registrations: Registration[], offerId: string, versions = "old=world-1&added=world-1") {
  return repriceOffer(
    { suppliers: new SupplierRegistry(registrations) },
    {
      offerId,
      accountId: "acct_1",
      environment: "live",
      request,
      searchedAtMs: nowMs,
      versions,
      sales: { quoted: sales, now: sales },
    },
    { deadlineMs: 60_000, admit: (work) => work() },
  );
}

test("keeps an offer's id when another supplier is registered", async () => {
  const before = await offersOf([old]);
  const after = await offersOf([old, added]);
  expect([...before.keys()].map((id) => Number(id.split("_")[2]))).toEqual([5, 69, 133, 197]);
  expect(before.size).toBe(4);
  expect(after.size).toBeGreaterThan(4);
  for (const [id, offer] of before) expect(after.get(id)).toEqual(offer);
  for (const registrations of [[old], [old, added]]) {
    for (const [id, offer] of before) {
      const repriced = await reprice(registrations, id);
      const candidate = repriced.status === "available" ? repriced.candidate : undefined;
      const [only] = [...(candidate?.cash ?? []), ...(candidate?.award ?? [])];
      expect([repriced.status, [candidate?.id, only?.source, only?.offer], only?.id]).toEqual(["available", offer, id]);
    }
  }
});

test("returns NOT_FOUND if the slot of an offer is empty or its position is out of range", async () => {
  const id = (position: number, slot: number) => `off_${searchId.slice(5)}_${toOrdinal(position, slot)}`;
  await expect(reprice([old], id(0, 2))).rejects.toMatchObject({ code: "NOT_FOUND" });
  await expect(reprice([old], id(4, 5))).rejects.toMatchObject({ code: "NOT_FOUND" });
  await expect(reprice([old], "off_x")).rejects.toMatchObject({ code: "NOT_FOUND" });
  expect((await reprice([old], id(0, 5), "old=another")).status).toBe("expired");
});

test("calls only the supplier of the offer, and maps its failure to SUPPLY_UNAVAILABLE or OVERLOADED", async () => {
  const broken = { ...added, supplier: supplierWith("added", () => Promise.reject(new Error("broken"))) };
  const [id = ""] = (await offersOf([old])).keys();
  expect((await reprice([old, broken], id)).status).toBe("available");
  const ofBroken = `off_${searchId.slice(5)}_${toOrdinal(0, 2)}`;
  await expect(reprice([old, broken], ofBroken)).rejects.toMatchObject({ code: "SUPPLY_UNAVAILABLE", timedOut: false });
});

test("keeps the ordinal of the largest result to six digits", () => {
  expect(fromOrdinal(toOrdinal(15_624, 63))).toEqual({ position: 15_624, slot: 63 });
  expect(String(toOrdinal(15_624, 63))).toHaveLength(6);
});
