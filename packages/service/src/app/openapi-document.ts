import { systemClock } from "@wayfare/contract";
import type { Database } from "@wayfare/database";
import { pino } from "pino";
import { parseServerSecrets } from "../secrets/server-secret.ts";
import { buildApp } from "./app.ts";
import { emptySupply } from "./supply.ts";

/** Renders docs/reference/openapi.json without a database or flights. */
export async function renderOpenApiDocument(): Promise<string> {
  const app = await buildApp({
    database: unusable,
    supply: emptySupply,
    secrets: parseServerSecrets(`document:${Buffer.alloc(32).toString("base64")}`),
    clock: systemClock,
    publicUrl: "http://localhost:8080",
    trustProxy: [],
    keyAllowlist: [],
    searchDeadlineMs: 1000,
    log: pino({ enabled: false }),
  });
  await app.ready();
  const document = { ...app.swagger(), servers: [{ url: "/", description: "This deployment" }] };
  const text = JSON.stringify(document, null, 2);
  await app.close();
  return `${text}\n`;
}

const reject = () => Promise.reject(new Error("the OpenAPI document must not use the database"));

const unusableSession = { query: reject, execute: reject, script: reject };

const unusable: Database = {
  engine: "pglite",
  ...unusableSession,
  lookups: unusableSession,
  reads: unusableSession,
  transaction: reject,
  lock: reject,
  listen: async () => async () => {},
  close: async () => {},
};
