import { plainKey, postKey } from "./access-app.ts";
import type { RunningApp } from "./running-app.ts";

/** A request that makes something. */
export interface Creation {
  path: string;
  body: Record<string, unknown>;
  /** One that the same route takes as well. */
  otherBody: Record<string, unknown>;
  table: "api_keys" | "applications";
  hasSecret: boolean;
}

/** A request to every route that takes an Idempotency-Key. */
export const creations: Record<string, (app: RunningApp) => Promise<Creation>> = {
  "POST /v1/keys": async () => ({
    path: "/v1/keys",
    body: { ...plainKey, ipAllowlist: ["127.0.0.1"] },
    otherBody: { ...plainKey, name: "Other" },
    table: "api_keys",
    hasSecret: true,
  }),
  "POST /v1/keys/{id}/roll": async (app) => ({
    path: `/v1/keys/${(await postKey(app)).id}/roll`,
    body: { overlapSeconds: 60 },
    otherBody: { overlapSeconds: 61 },
    table: "api_keys",
    hasSecret: true,
  }),
  "POST /v1/applications": async () => ({
    path: "/v1/applications",
    body: { name: "Web shop", description: "Searches" },
    otherBody: { name: "Other" },
    table: "applications",
    hasSecret: false,
  }),
};

/** Sends a request under an Idempotency-Key. */
export async function sendOnce(
  app: RunningApp,
  { path, body }: Pick<Creation, "path" | "body">,
  { idempotencyKey = "order-1", key = app.key }: { idempotencyKey?: string; key?: string } = {},
) {
  const answer = await app.call(path, { body, key, headers: { "idempotency-key": idempotencyKey } });
  const replayed = answer.headers.get("idempotent-replayed");
  const parsed: Record<string, unknown> = JSON.parse(answer.text);
  return { status: answer.status, replayed, code: answer.body.code, body: parsed };
}
