import { type KeyEnvironment, type Scope, scopes } from "@wayfare/contract";
import { expect, test } from "vitest";
import { startApp } from "../access-app.ts";
import { rules } from "../access-rules.ts";
import { readDocumentedRoutes } from "../documented-routes.ts";
import { testAccessMatrix } from "./access-matrix.ts";

testAccessMatrix({ postgresql: ["live", "service"], pglite: ["test"] });

test("HEAD requires the same scopes as GET", async () => {
  const { app } = await startApp("postgresql");
  const keys = new Map<string, string>();
  const keyOf = async (environment: KeyEnvironment, scope: Scope) => {
    const name = `${environment} ${scope}`;
    const key = keys.get(name) ?? (await app.makeKey({ environment, scopes: [scope] }));
    keys.set(name, key);
    return key;
  };
  for (const { name, path, query, method } of await readDocumentedRoutes(app)) {
    const rule = rules[name];
    if (method !== "GET" || rule === undefined || rule === "public") continue;
    const head = (headers: Record<string, string>) => fetch(app.url + path + query, { method: "HEAD", headers });
    expect(await head({}), name).toHaveProperty("status", 401);
    const environment = rule.refuses?.includes("test") === true ? "service" : "test";
    for (const scope of scopes) {
      const { status } = await head({ authorization: `Bearer ${await keyOf(environment, scope)}` });
      expect(status === 403, `${name} with ${scope}`).toBe(!rule.opens.includes(scope));
    }
  }
});
