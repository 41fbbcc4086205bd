import { expect, test } from "vitest";
import { layoutParts } from "../../../src/pages/flights/score-layout.ts";

const zeroScore = { price: 0, duration: 0, stops: 0, schedule: 0, comfort: 0, flexibility: 0, emissions: 0, risk: 0 };

test("starts positive bars at the end of negative bars", () => {
  const { zero, parts } = layoutParts({ ...zeroScore, price: 30, duration: -10 });
  const [price, duration] = parts;
  expect(zero).toBe(25);
  expect(price).toMatchObject({ from: 25, to: 100 });
  expect(duration).toMatchObject({ from: 0, to: 25 });
});

test("lays out a zero score with bars of length zero", () => {
  const { parts } = layoutParts(zeroScore);
  expect(parts.map(({ from, to }) => to - from)).toStrictEqual(Array.from({ length: 8 }, () => 0));
});
