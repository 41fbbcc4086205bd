import { expect, test } from "vitest";
import { ObjectStoreError } from "../../src/archive/object-store.ts";
import { openS3ObjectStore, parseS3Location } from "../../src/archive/s3-object-store.ts";
import { startS3Server } from "./s3-server.ts";

const { signal } = new AbortController();
const bytes = (text: string) => new TextEncoder().encode(text);

test("replaces an object of the same key, and deletes by prefix", async () => {
  const { store, requests, read } = await startS3Server();
  for (const body of ["old", "new"]) await store.put("accounts/a/1", bytes(body), signal);
  for (let index = 0; index < 60; index++) await store.put(`accounts/b/${index}`, bytes("b"), signal);
  const objects = await read();
  expect(objects.size).toBe(61);
  expect(objects.get("production/webhooks/accounts/a/1")).toEqual(bytes("new"));
  expect([await store.deleteSome("accounts/b/"), await store.deleteSome("accounts/b/")]).toEqual([60, 0]);
  expect([...(await read()).keys()]).toEqual(["production/webhooks/accounts/a/1"]);
  expect(requests[0]).toBe("PUT /archive/production/webhooks/accounts/a/1?x-id=PutObject");
});

test("explains failures without the request and its signature", async () => {
  const { options } = await startS3Server();
  const put = (changed: Partial<typeof options>, stop = signal) =>
    openS3ObjectStore({ ...options, ...changed }).put("accounts/a/1", bytes("body"), stop);
  const wrong = { accessKeyId: "PLANTED", secretAccessKey: "planted-secret" };
  await expect(put({ credentials: wrong })).rejects.toEqual(
    new ObjectStoreError("PutObject failed: InvalidAccessKeyId (HTTP 403)"),
  );
  await expect(put({ bucket: "missing" })).rejects.toEqual(
    new ObjectStoreError("PutObject failed: NoSuchBucket (HTTP 404)"),
  );
  await expect(put({}, AbortSignal.abort())).rejects.toThrow("PutObject failed: AbortError");
  await expect(put({ endpoint: "http://127.0.0.1:1" })).rejects.toThrow(/^PutObject failed: .*ECONNREFUSED/);
});

test("fails if the server does not respond", async () => {
  const { options, state } = await startS3Server();
  state.isHanging = true;
  const store = openS3ObjectStore({ ...options, timeoutMs: 50 });
  await expect(store.put("accounts/a/1", bytes("body"), signal)).rejects.toThrow("PutObject failed: TimeoutError");
});

test.each([
  ["s3://archive", { bucket: "archive", prefix: "" }],
  ["s3://archive/", { bucket: "archive", prefix: "" }],
  ["s3://my.archive-1/production/webhooks/", { bucket: "my.archive-1", prefix: "production/webhooks" }],
  ["s3://Archive", undefined],
  ["s3://user:secret@archive", undefined],
  ["s3://archive?region=eu", undefined],
  ["https://archive", undefined],
  ["", undefined],
])("parses %j", (text, expected) => {
  expect(parseS3Location(text)).toEqual(expected);
});
