import { expect, test } from "vitest";
import { parseMainThreadScavenges } from "../../benchmarks/http/trace-gc.ts";

const output = `Wayfare is ready.
[29435:0x2a64b000]       69 ms: Scavenge 5.0 (5.8) -> 4.8 (6.8) MB, pooled: 0 MB, 2.22 / 0.00 ms  (average mu = 1.000, current mu = 1.000) allocation failure;
[29435:0x7fb6ac001000]       36 ms: Scavenge 3.5 (4.5) -> 2.8 (5.5) MB, pooled: 0 MB, 4.84 / 0.00 ms  (average mu = 1.000, current mu = 1.000) allocation failure;
[29435:0x2a64b000]       90 ms: Mark-Compact 23.1 (30.2) -> 11.4 (31.0) MB, pooled: 1 MB, 9.70 / 0.00 ms  (average mu = 0.9, current mu = 0.9) finalize
[29435:0x2a64b000]      174 ms: Scavenge (interleaved) 18.8 (27.5) -> 18.8 (27.8) MB, 10.12 / 0.00 ms  (average mu = 1.000, current mu = 1.000) task;
[29435:0x2a64b000]      180 ms: Scav
`;

test("returns the scavenges of the isolate that collects first, without other collections and threads", () => {
  expect(parseMainThreadScavenges(output)).toStrictEqual([
    { endMs: 69, pauseMs: 2.22 },
    { endMs: 174, pauseMs: 10.12 },
  ]);
});

test("returns no scavenges for output without any", () => {
  expect(parseMainThreadScavenges("Wayfare is ready.\n")).toStrictEqual([]);
});
