import { systemClock } from "@wayfare/contract";
import type { Database } from "@wayfare/database";
import { pino } from "pino";
import { parseServerSecrets } from "../secrets/server-secret.ts";
import { buildApp } from "./app.ts";
import { emptySupply } from "./supply.ts";

/** The OpenAPI document as it stands in docs/reference/openapi.json, made without a database or flights. */
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

const refuse = () => Promise.reject(new Error("the document needs no database"));

const unusableSession = { query: refuse, execute: refuse, script: refuse };

const unusable: Database = {
  engine: "pglite",
  ...unusableSession,
  lookups: unusableSession,
  reads: unusableSession,
  transaction: refuse,
  lock: refuse,
  listen: async () => async () => {},
  close: async () => {},
};
