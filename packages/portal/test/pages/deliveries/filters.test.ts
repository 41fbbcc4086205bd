import { expect, test } from "vitest";
import { readDeliveryFilters } from "../../../src/pages/deliveries/filters.ts";

const ulid = "01kahz2j7p3v8c5m9n4q6r7s8t";

test("reads valid filters and ignores the rest", () => {
  const search = {
    status: "dead_lettered",
    webhookId: `whk_${ulid}`,
    eventId: "evt_1",
    type: "booking.confirmed",
    subject: `bkg_${ulid}`,
  };
  expect(readDeliveryFilters(search)).toStrictEqual({
    status: "dead_lettered",
    webhookId: `whk_${ulid}`,
    type: "booking.confirmed",
    subject: `bkg_${ulid}`,
  });
  expect(readDeliveryFilters({ status: "lost", event: "toString", subject: "a b" })).toStrictEqual({});
});
