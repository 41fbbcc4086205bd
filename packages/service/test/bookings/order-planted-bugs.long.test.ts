import type { SupplierOrder } from "@wayfare/suppliers";
import { expect, onTestFinished, test } from "vitest";
import { createTestDatabase } from "../../../../tests/databases.ts";
import { type PlantedBug, simulateOrders } from "./order-simulation.ts";

const order: SupplierOrder = {
  id: "ord_0",
  reference: null,
  charged: { minor: 51_240, currency: "USD" },
  isCancelled: false,
  cancellation: null,
  changes: [],
  bookingId: null,
  createdAtMs: null,
  slices: null,
};

const bugs: Record<string, PlantedBug> = {
  "requests the order again after an unknown outcome": (orders) => ({
    ...orders,
    create: async (request) => {
      const created = await orders.create(request);
      return created.status === "unknown" ? { status: "not_sent" } : created;
    },
  }),
  "takes an unknown outcome for a refusal": (orders) => ({
    ...orders,
    create: async (request) => {
      const created = await orders.create(request);
      return created.status === "unknown" ? { status: "refused", code: null } : created;
    },
  }),
  "takes an unknown outcome for an order": (orders) => ({
    ...orders,
    create: async (request) => {
      const created = await orders.create(request);
      return created.status === "unknown" ? { status: "created", order } : created;
    },
  }),
  "takes an accepted request for a failure": (orders) => ({
    ...orders,
    create: async (request) => {
      const created = await orders.create(request);
      return created.status === "accepted" ? { status: "not_sent" } : created;
    },
  }),
  "lists no orders": (orders) => ({
    ...orders,
    find: async () => ({ order: null, next: null }),
    list: async () => ({ orders: [], next: null }),
  }),
  "ends its list early": (orders) => ({
    ...orders,
    find: async (lookup) => ({ ...(await orders.find(lookup)), next: null }),
    list: async (after) => ({ ...(await orders.list(after)), next: null }),
  }),
  "does not state cancellations": (orders) => ({
    ...orders,
    get: async (id) => ({ ...(await orders.get(id)), isCancelled: false, cancellation: null }),
  }),
  "states the refund of the quote": (orders) => ({
    ...orders,
    confirmCancellation: async (id) => ({
      ...(await orders.confirmCancellation(id)),
      refund: { minor: 100, currency: "USD" },
    }),
  }),
  "confirms a cancellation that was not confirmed": (orders) => ({
    ...orders,
    confirmCancellation: async (id) => ({
      id,
      refund: order.charged,
      refundTo: null,
      credits: [],
      expiresAtMs: null,
      isConfirmed: true,
    }),
  }),
};

test.each(Object.entries(bugs))("the simulation notices a supplier that %s", async (_title, bug) => {
  const { database, drop } = await createTestDatabase("pglite");
  onTestFinished(drop);
  const violations: string[] = [];
  for (let seed = 1; seed <= 10 && violations.length === 0; seed++) {
    violations.push(...(await simulateOrders(database, seed, bug)));
  }
  expect(violations).not.toEqual([]);
});
