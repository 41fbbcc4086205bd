import { describe, expect, test } from "vitest";
import { notFound, routeNotFound } from "../src/index.ts";

describe("notFound", () => {
  test("includes the kind and the id", () => {
    expect(notFound("key", "ak_1")).toMatchObject({ code: "NOT_FOUND", detail: "No such key: 'ak_1'." });
  });

  test("shows up to 100 characters of an id", () => {
    expect(notFound("key", "x".repeat(100)).detail).toBe(`No such key: '${"x".repeat(100)}'.`);
    expect(notFound("key", "x".repeat(101)).detail).toBe(`No such key: '${"x".repeat(99)}…'.`);
    expect(notFound("key", "x".repeat(1_000_000)).detail).toHaveLength("No such key: ''.".length + 100);
  });

  test.each(["\0", "\n", "\r", "\u001b", "\u007f", "\u202e", "é", "'", '"', "`", "<", ">", "\\"])(
    "replaces %j with a question mark",
    (character) => {
      expect(notFound("key", `a${character}b`).detail).toBe("No such key: 'a?b'.");
    },
  );

  test("omits an empty id", () => {
    expect(notFound("key", "").detail).toBe("No such key.");
  });

  test.each([
    "key_test_a",
    "key_live_a",
    "key_svc_a",
    "whsec_a",
    "KEY_LIVE_A",
    "Bearer a",
    `${"x".repeat(200)}key_live_a`,
  ])("omits %s, which may be a secret", (secret) => {
    expect(notFound("key", secret).detail).toBe("No such key.");
  });
});

describe("noRoute", () => {
  test("includes the method and the path without the query string", () => {
    const error = routeNotFound("GET", "/v1/foo?token=a?b");
    expect(error).toMatchObject({ code: "NOT_FOUND", detail: "No route matches GET /v1/foo." });
  });

  test("truncates a long method and a long path", () => {
    expect(routeNotFound("M".repeat(99), `/${"x".repeat(200)}`).detail).toBe(
      `No route matches ${"M".repeat(20)} /${"x".repeat(98)}….`,
    );
  });

  test.each(["/v1/key_live_a", "/v1/key%5Flive%5fa", "/v1/%6bey_live_a", "/v1/%E0%A4%A/key%5Flive_a"])(
    "omits %s, which may contain a secret",
    (path) => {
      expect(routeNotFound("GET", path).detail).toBe("No route matches GET this path.");
    },
  );
});
