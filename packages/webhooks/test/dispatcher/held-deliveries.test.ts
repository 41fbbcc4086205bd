import { expect, test } from "vitest";
import { HeldDeliveries } from "../../src/dispatcher/held-deliveries.ts";
import { wallTimers } from "../../src/dispatcher/timers.ts";
import { MemoryStore } from "../simulation/memory-store.ts";

const leaseMs = 15_000;

test("a delivery that the same process has claimed anew is not sent for the lost claim, whose end lets go of nothing", async () => {
  const store = new MemoryStore([]);
  const clock = { ms: 0, nowMs: () => clock.ms };
  const held = new HeldDeliveries({ store, clock, timers: wallTimers, log: { error: () => {} }, leaseMs });
  const endpointId = await store.addEndpoint({ url: "http://a.test/", maxPerSecond: null });
  await store.accept([endpointId], 0);
  const claim = async (claimId: string) => {
    const [claimed] = await store.claim({
      nowMs: clock.ms,
      leaseMs,
      leadMs: 0,
      claimId,
      shares: [{ endpointId, count: 1 }],
    });
    if (claimed === undefined) throw new Error("nothing was claimed");
    held.add(claimed, clock.ms + leaseMs);
    return claimed;
  };
  const lost = await claim("first");
  expect(held.isOurs(lost)).toBe(true);
  clock.ms = leaseMs;
  const taken = await claim("second");
  expect(taken.id).toBe(lost.id);
  expect([held.isOurs(lost), held.isOurs(taken)]).toEqual([false, true]);
  held.letGo(lost);
  expect([held.isOurs(taken), held.size]).toEqual([true, 1]);
  held.letGo(taken);
  expect(held.size).toBe(0);
});
