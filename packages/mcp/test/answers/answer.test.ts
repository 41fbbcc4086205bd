import { expect, test } from "vitest";
import { fitAnswer, halve } from "../../src/answers/answer.ts";

const answerOf = (count: number) => ({
  complete: true,
  notes: ["Simulated."],
  next: [],
  data: { rows: Array.from({ length: count }, (_, at) => ({ id: `row ${at}`, text: "x".repeat(100) })) },
  render: ({ rows }: { rows: { id: string }[] }) => rows.map(({ id }) => id).join("\n"),
  shrink: (data: { rows: { id: string; text: string }[] }) => {
    const rows = halve(data.rows);
    return rows && { rows };
  },
});

test("keeps a small answer and appends its notes to the text", () => {
  const { answer, text } = fitAnswer(answerOf(2));
  expect(answer).toMatchObject({ complete: true, notes: ["Simulated."], rows: [{ id: "row 0" }, { id: "row 1" }] });
  expect(text).toBe("row 0\nrow 1\nNote: Simulated.");
});

test("cuts results until the answer fits, and says so", () => {
  const { answer, text } = fitAnswer(answerOf(1000));
  expect(JSON.stringify(answer).length + text.length).toBeLessThanOrEqual(15_500);
  expect(answer).toMatchObject({ complete: false, notes: ["Simulated.", expect.stringContaining("cut")] });
  expect(text).toContain("row 0\n");
});

test("returns one large result rather than none", () => {
  const large = { ...answerOf(1), data: { rows: [{ id: "x".repeat(20_000), text: "" }] } };
  expect(fitAnswer(large).answer).toMatchObject({ rows: [{}] });
});
