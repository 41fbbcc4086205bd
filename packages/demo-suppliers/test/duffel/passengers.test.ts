import { describe, expect, test } from "vitest";
import { openDuffel } from "../duffel-client.ts";
import { sampleOffer, sampleOrder, samplePassengers } from "../sample-offer.ts";

async function order(passengers: unknown[], offer = sampleOffer()) {
  const { call, duffel } = await openDuffel([offer]);
  const answer = await call("POST", "/air/orders", sampleOrder({ passengers }));
  return { ...answer, faults: duffel.double.faults, orders: duffel.orders.orders.length };
}

const passport = {
  type: "passport",
  unique_identifier: "19KL56147",
  issuing_country_code: "GB",
  expires_on: "2035-04-25",
};

describe("passengers of an order", () => {
  test("are accepted with every documented member", async () => {
    const passengers = samplePassengers({
      identity_documents: [passport],
      loyalty_programme_accounts: [],
      type: "adult",
    });
    expect(await order(passengers)).toMatchObject({ status: 201, faults: [], orders: 1 });
  });

  test.each(["id", "title", "gender", "given_name", "family_name", "born_on", "email", "phone_number"])(
    "need %s",
    async (member) => {
      const [adult = {}, ...others] = samplePassengers();
      const { [member]: _, ...rest } = adult;
      const { status, codes, orders } = await order([rest, ...others]);
      expect([status, orders]).toEqual([422, 0]);
      expect(codes).toContain("validation_required");
    },
  );

  test.each([
    ["title", "sir", "validation_inclusion"],
    ["gender", "female", "validation_inclusion"],
    ["given_name", "李", "validation_format"],
    ["given_name", "😀", "validation_format"],
    ["given_name", "=cmd|x", "validation_format"],
    ["given_name", "Ægir", "validation_format"],
    ["family_name", "Œuvre", "validation_format"],
    ["family_name", "Дашкова", "validation_format"],
    ["family_name", "A".repeat(21), "validation_length"],
    ["email", "ada", "invalid_email_address"],
    ["phone_number", "020 7123 4567", "invalid_phone_number"],
    ["phone_number", "+0442071234567", "invalid_phone_number"],
    ["born_on", "10/12/1990", "validation_format"],
    ["born_on", "1990-02-30", "validation_format"],
  ])("cannot have %s %s", async (member, value, code) => {
    const { status, codes, body } = await order(samplePassengers({ [member]: value }));
    expect([status, codes]).toEqual([422, [code]]);
    expect(body.errors?.[0]?.source?.pointer).toBe(`/data/passengers/0/${member}`);
  });

  test.each(["Zoë", "Łukasz", "O'Brien", "Jean-Luc", "Ağa Šťastný", "A".repeat(20), "X"])(
    "can be named %s",
    async (given) => {
      expect((await order(samplePassengers({ given_name: given }))).status).toBe(201);
    },
  );

  test("cannot have a member that is not documented", async () => {
    expect((await order(samplePassengers({ age: 36 }))).faults).toEqual(["unknown member age"]);
  });

  test.each([
    ["missing", samplePassengers().slice(0, 2)],
    ["repeated", [...samplePassengers(), { ...samplePassengers()[1], given_name: "Ralph" }]],
    ["those of another offer", samplePassengers({}, { id: "pas_other" })],
  ])("cannot be %s", async (_title, passengers) => {
    expect(await order(passengers)).toMatchObject({ status: 422, orders: 0 });
  });

  test.each([
    ["a day before the 12th birthday, on the final departure", { born_on: "2015-02-21" }, 201],
    ["12 on the day of the final departure", { born_on: "2015-02-20" }, 422],
    ["12 between the slices", { born_on: "2015-02-15" }, 422],
    ["10", { born_on: "2016-02-21" }, 422],
  ])("are as old on the departure of the final slice as in the search: %s", async (_title, child, status) => {
    expect((await order(samplePassengers({}, child))).status).toBe(status);
  });

  test("need a seat from the second birthday on any slice, and are adults from 18", async () => {
    expect((await order(samplePassengers({}, {}, { born_on: "2025-02-21" }))).status).toBe(201);
    expect(await order(samplePassengers({}, {}, { born_on: "2025-02-15" }))).toMatchObject({ status: 422 });
    expect((await order(samplePassengers({ born_on: "2009-02-20" }))).status).toBe(201);
    expect((await order(samplePassengers({ born_on: "2009-02-21" }))).codes).toEqual(["validation_inclusion"]);
  });

  test.each([
    ["an infant without an adult", { infant_passenger_id: undefined }, {}],
    ["a child as an infant", { infant_passenger_id: "pas_child" }, {}],
    ["an infant with two adults", {}, { infant_passenger_id: "pas_infant" }],
  ])("cannot be %s", async (_title, adult, child) => {
    expect(await order(samplePassengers(adult, child))).toMatchObject({ status: 422, orders: 0 });
  });

  test("cannot have the same name", async () => {
    const { codes } = await order(samplePassengers({}, { given_name: "ADA" }));
    expect(codes).toEqual(["duplicate_passenger_name"]);
  });

  test.each([
    ["two documents", [passport, passport]],
    ["a document of a type that the offer does not support", [{ ...passport, type: "known_traveler_number" }]],
    ["a document without a country", [{ ...passport, issuing_country_code: "GBR" }]],
    ["a document without an expiry", [{ ...passport, expires_on: "" }]],
    ["an unknown member", [{ ...passport, nationality: "GB" }]],
  ])("cannot have %s", async (_title, documents) => {
    expect(await order(samplePassengers({ identity_documents: documents }))).toMatchObject({ status: 422, orders: 0 });
  });

  test("need a document each if the offer requires documents", async () => {
    const offer = sampleOffer({ passenger_identity_documents_required: true });
    const document = { identity_documents: [passport] };
    expect((await order(samplePassengers(document, document), offer)).codes).toEqual(["validation_required"]);
    expect((await order(samplePassengers(document, document, document), offer)).status).toBe(201);
  });
});
