import { expect, test } from "vitest";
import { layoutParts } from "../../../src/pages/flights/score-layout.ts";

const nothing = { price: 0, duration: 0, stops: 0, schedule: 0, comfort: 0, flexibility: 0, emissions: 0, risk: 0 };

test("parts above nothing begin where those below it end", () => {
  const { zero, parts } = layoutParts({ ...nothing, price: 30, duration: -10 });
  const [price, duration] = parts;
  expect(zero).toBe(25);
  expect(price).toMatchObject({ from: 25, to: 100 });
  expect(duration).toMatchObject({ from: 0, to: 25 });
});

test("a score of nothing has parts without length", () => {
  const { parts } = layoutParts(nothing);
  expect(parts.map(({ from, to }) => to - from)).toStrictEqual(Array.from({ length: 8 }, () => 0));
});
