import { newId } from "@wayfare/contract";
import { beforeAll, describe, expect, test } from "vitest";
import { shareApp } from "../access-app.ts";
import { startMs } from "../running-app.ts";

interface Schema {
  $ref?: string;
  required?: string[];
  else?: { required?: string[] };
}

interface Operation {
  requestBody?: { required: boolean; content: { "application/json": { schema: Schema } } };
}

interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

const shared = shareApp("pglite");
let document: Document;

beforeAll(async () => {
  document = JSON.parse((await shared().app.call("/openapi.json", { key: null })).text);
});

function listPosts(): { path: string; operation: Operation }[] {
  return Object.entries(document.paths)
    .filter(([path]) => path.startsWith("/v1/"))
    .flatMap(([path, { post: operation }]) => (operation === undefined ? [] : [{ path, operation }]));
}

function needsBody({ requestBody }: Operation): boolean {
  const schema = requestBody?.content["application/json"].schema;
  const named = schema?.$ref === undefined ? schema : document.components.schemas[schema.$ref.split("/").at(-1) ?? ""];
  // A search needs either `slices` or the members of one pair of places.
  return (named?.required ?? named?.else?.required ?? []).length > 0;
}

/** Sends a POST request with unknown ids in its path. */
async function post(path: string, body?: unknown, headers: Record<string, string> = {}): Promise<number> {
  const prefixes: Record<string, "acct" | "ak" | "whk" | "dlv" | "bkg" | "inv"> = {
    accounts: "acct",
    keys: "ak",
    webhooks: "whk",
    deliveries: "dlv",
    bookings: "bkg",
    invoices: "inv",
  };
  const target = path
    .replace("{name}", "duffel")
    .replace("{invoiceId}", newId("inv", startMs))
    .replace("{changeId}", newId("chg", startMs))
    .replace("{userId}", newId("usr", startMs))
    .replace(/(\w+)\/\{id\}/, (_, folder: string) => `${folder}/${newId(prefixes[folder] ?? "ak", startMs)}`);
  const { app } = shared();
  const isOfOperators = path.startsWith("/v1/operator/");
  const key = isOfOperators ? await app.makeKey({ environment: "service", scopes: ["accounts.write"] }) : app.key;
  return (await app.call(target, { method: "POST", key, headers, ...(body === undefined ? {} : { body }) })).status;
}

describe("a POST", () => {
  test("has a required body in the document only if the body has required members", () => {
    const posts = listPosts();
    expect(posts.length).toBeGreaterThan(20);
    const wrong = posts.filter(({ operation }) => (operation.requestBody?.required ?? false) !== needsBody(operation));
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  test("has no body in the document if it needs none", () => {
    const without = listPosts().filter(({ operation }) => operation.requestBody === undefined);
    expect(without.map(({ path }) => path)).toEqual(
      expect.arrayContaining([
        "/v1/bookings/{id}/cancel",
        "/v1/keys/{id}/revoke",
        "/v1/billing/subscription/cancel",
        "/v1/billing/subscription/resume",
        "/v1/billing/invoices/{id}/payment-page",
        "/v1/billing/invoices/{id}/mark-paid",
        "/v1/webhooks/{id}/verify",
        "/v1/webhooks/{id}/test",
        "/v1/deliveries/{id}/retry",
      ]),
    );
  });

  test("accepts no body, an empty one and {} if its body is not required", async () => {
    const optional = listPosts().filter(({ operation }) => !needsBody(operation));
    expect(optional.length).toBeGreaterThan(10);
    const refused = [400, 415];
    for (const { path } of optional) {
      expect(refused, `${path} without a body`).not.toContain(await post(path));
      const json = { "content-type": "application/json" };
      expect(refused, `${path} with an empty body`).not.toContain(await post(path, undefined, json));
      expect(refused, `${path} with {}`).not.toContain(await post(path, {}));
    }
  });

  test("returns 400 for any other body if it takes none", async () => {
    const without = listPosts().filter(({ operation }) => operation.requestBody === undefined);
    for (const { path } of without) {
      for (const body of [{ reason: "x" }, [], null, "x", 0]) {
        const text = JSON.stringify(body);
        expect(await post(path, text), `${path} with ${text}`).toBe(400);
      }
    }
  });

  test("returns 400 without a body if its body is required", async () => {
    const needing = listPosts().filter(({ operation }) => needsBody(operation));
    for (const { path } of needing) expect(await post(path), path).toBe(400);
  });
});
