import { expect, test } from "vitest";
import { startApp } from "../access-app.ts";

const dataHeaders = {
  "content-security-policy": "default-src 'none';frame-ancestors 'none'",
  "cross-origin-resource-policy": "same-origin",
  "x-content-type-options": "nosniff",
};

test("API responses, also of unknown paths and without a key, have the headers for data only", async () => {
  const { app } = await startApp("pglite");
  for (const path of ["/v1/airlines", "/v1/none", "/portal/none", "/portal/session"]) {
    const { headers } = await app.call(path, { key: null });
    expect(Object.fromEntries(headers), path).toMatchObject(dataHeaders);
    expect(headers.get("x-frame-options"), path).toBeNull();
  }
});

test("pages and other responses have all headers of helmet", async () => {
  const { app } = await startApp("pglite");
  for (const path of ["/", "/docs", "/healthz", "/none"]) {
    const { headers } = await app.call(path, { key: null });
    expect(headers.get("content-security-policy"), path).toContain("script-src 'self'");
    expect(Object.fromEntries(headers), path).toMatchObject({
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      "x-frame-options": "SAMEORIGIN",
    });
    // The public URL of the test application is not HTTPS.
    expect(headers.get("strict-transport-security"), path).toBeNull();
  }
});
