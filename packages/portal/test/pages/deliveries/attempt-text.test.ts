import { expect, test } from "vitest";
import { formatHeaders, formatResponseBody } from "../../../src/pages/deliveries/attempt-text.ts";

test("describes an empty body and a body in base64", () => {
  const attempt = { responseBody: "", responseBodyIsBase64: false } as Parameters<typeof formatResponseBody>[0];
  expect(formatResponseBody(attempt)).toContain("not JSON");
  expect(formatResponseBody({ ...attempt, responseBody: "/wA=", responseBodyIsBase64: true })).toContain("base64");
  expect(formatHeaders({ a: "1", b: 2 })).toBe("a: 1\nb: 2");
});
