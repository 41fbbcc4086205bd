import { expect, test } from "vitest";
import { LeaseTable } from "../../src/dispatcher/lease-table.ts";
import { systemTimers } from "../../src/dispatcher/timers.ts";
import { MemoryStore } from "../simulation/memory-store.ts";

const leaseMs = 15_000;

test("a claim that lost its lease neither holds nor releases the delivery when the same process claims it again", async () => {
  const store = new MemoryStore([]);
  const clock = { ms: 0, nowMs: () => clock.ms };
  const leases = new LeaseTable({ store, clock, timers: systemTimers, log: { error: () => {} }, leaseMs });
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
    leases.add(claimed, clock.ms + leaseMs);
    return claimed;
  };
  const lost = await claim("first");
  expect(leases.isHeld(lost)).toBe(true);
  clock.ms = leaseMs;
  const reclaimed = await claim("second");
  expect(reclaimed.id).toBe(lost.id);
  expect([leases.isHeld(lost), leases.isHeld(reclaimed)]).toEqual([false, true]);
  leases.release(lost);
  expect([leases.isHeld(reclaimed), leases.size]).toEqual([true, 1]);
  leases.release(reclaimed);
  expect(leases.size).toBe(0);
});
