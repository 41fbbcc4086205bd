import type { SupplierOrder } from "@wayfare/suppliers";
import { expect, onTestFinished, test } from "vitest";
import { createTestDatabase } from "../../../../tests/databases.ts";
import { type PlantedBug, simulateOrders } from "./order-simulation.ts";

const order: SupplierOrder = {
  id: "ord_0",
  reference: null,
  charged: { minor: 51_240, currency: "USD" },
  isCancelled: false,
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
  "finds no orders": (orders) => ({ ...orders, find: async () => null }),
  "confirms a cancellation that was not confirmed": (orders) => ({
    ...orders,
    confirmCancellation: async (id) => ({ id, refund: order.charged, expiresAtMs: null, isConfirmed: true }),
  }),
};

test.each(Object.entries(bugs))(
  "the simulation notices a supplier that %s",
  { timeout: 120_000 },
  async (_title, bug) => {
    const { database, drop } = await createTestDatabase("pglite");
    onTestFinished(drop);
    const violations: string[] = [];
    for (let seed = 1; seed <= 5 && violations.length === 0; seed++) {
      violations.push(...(await simulateOrders(database, seed, bug)));
    }
    expect(violations).not.toEqual([]);
  },
);
