import { expect, test } from "vitest";
import { assertEqualAnswers, comparedRequests, withoutDesignedDifferences } from "../../benchmarks/start/answers.ts";

const id = (letter: string) => letter.repeat(26);
const request = { path: "/v1/flights/search", body: { origin: "JFK" } };
const answerOf = (letter: string, { tookMs = 5, amount = "653.25" } = {}) => ({
  status: 200,
  text: `{"id":"srch_${id(letter)}","flights":[{"id":"flt_my8c1a9g5ax8tkw2nn6d9gvvws","cash":[{"id":"off_${id(letter)}_64","amount":"${amount}"}]}],"tookMs":${tookMs}}`,
});

test("ids and durations of searches do not make answers different", () => {
  expect(() => assertEqualAnswers([request], [answerOf("a")], [answerOf("b", { tookMs: 1200 })])).not.toThrow();
});

test("every other byte does", () => {
  const changed = [answerOf("b", { amount: "653.26" })];
  expect(() => assertEqualAnswers([request], [answerOf("a")], changed)).toThrow(
    /search .*differ at character \d+[^]*653\.26/,
  );
  const longer = [{ status: 200, text: `${answerOf("a").text} ` }];
  expect(() => assertEqualAnswers([request], [answerOf("a")], longer)).toThrow("differ");
  // The number of an offer is not random.
  const otherOffer = [{ status: 200, text: answerOf("a").text.replace("_64", "_65") }];
  expect(() => assertEqualAnswers([request], [answerOf("a")], otherOffer)).toThrow("differ");
});

test("answers with another status are not compared", () => {
  const failed = { status: 504, text: "{}" };
  expect(() => assertEqualAnswers([request], [failed], [failed])).toThrow("status 504");
  expect(() => assertEqualAnswers([request], [answerOf("a")], [])).toThrow("status undefined");
});

test("ids of flights, which are computed from the flight, are kept", () => {
  expect(withoutDesignedDifferences(answerOf("a").text)).toContain("flt_my8c1a9g5ax8tkw2nn6d9gvvws");
});

test("about forty requests of all kinds are compared", () => {
  const paths = comparedRequests(Date.UTC(2027, 0, 1)).map(({ path }) => path);
  expect(new Set(paths)).toStrictEqual(
    new Set(["/v1/flights/search", "/v1/search", "/v1/flights/calendar", "/v1/flights/explore"]),
  );
  expect(paths).toHaveLength(42);
});
