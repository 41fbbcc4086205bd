import { expect, test } from "vitest";
import { addParameters, matchesRedirectUri } from "../../src/oauth/redirect-uri.ts";

test.each([
  ["https://a.example/cb", "https://a.example/cb", true],
  ["https://a.example/cb", "https://a.example/cb/", false],
  ["https://a.example/cb", "https://a.example:443/cb", false],
  ["https://a.example:1/cb", "https://a.example:2/cb", false],
  ["http://127.0.0.1/cb", "http://127.0.0.1:53682/cb", true],
  ["http://localhost:1/cb", "http://localhost:2/cb", true],
  ["http://[::1]:1", "http://[::1]:2", true],
  ["http://localhost:1/cb", "http://127.0.0.1:1/cb", false],
  ["http://localhost:1/cb", "http://localhost:1/other", false],
  ["http://localhost:1/cb", "https://localhost:1/cb", false],
  ["http://localhost/cb", "http://localhost:1@evil.example/cb", false],
  ["http://localhost/cb", "http://localhost.evil.example/cb", false],
  ["http://localhost", "http://localhost:1evil.example/", false],
])("a client registered for %s that requests %s is accepted: %s", (registered, requested, expected) => {
  expect(matchesRedirectUri(registered, requested)).toBe(expected);
});

test("adds parameters and leaves the registered URI unchanged", () => {
  expect(addParameters("https://a.example/cb?x=%20y", { code: "c", state: undefined })).toBe(
    "https://a.example/cb?x=%20y&code=c",
  );
  expect(addParameters("https://a.example/cb", { state: "a b&c" })).toBe("https://a.example/cb?state=a+b%26c");
});
