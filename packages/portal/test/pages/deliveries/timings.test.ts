import fc from "fast-check";
import { expect, test } from "vitest";
import { layOutTimings, readTimings } from "../../../src/pages/deliveries/timings.ts";

test("lays out phases in sequence, never beyond the total", () => {
  const parts = layOutTimings(readTimings({ dnsMs: 2, connectMs: null, firstByteMs: 6, totalMs: 10 }));
  expect(parts.map(({ name, ms, start }) => [name, ms, start])).toStrictEqual([
    ["DNS lookup", 2, 0],
    ["First byte", 6, 0.2],
    ["Read", 2, 0.8],
  ]);
  const ms = fc.option(fc.nat(20_000));
  fc.assert(
    fc.property(fc.record({ dnsMs: ms, connectMs: ms, firstByteMs: ms, totalMs: fc.nat(20_000) }), (timings) => {
      for (const { start, share } of layOutTimings(timings)) expect(start + share).toBeLessThanOrEqual(1 + 1e-9);
    }),
    { seed: 20_261_121 },
  );
});
