import { formatInstant, LeakedKeyRevocationSchema, LeakedKeySchema, notFound, refer } from "@wayfare/contract";
import { runUnit } from "@wayfare/database";
import { addressOf } from "@wayfare/egress";
import { answers, bodyProblems } from "../http/answers.ts";
import type { App } from "../http/app-type.ts";
import type { ResourceParts } from "../storage/resource-parts.ts";
import { isRawKey } from "./raw-key.ts";
import { killKey } from "./rules.ts";
import { lockKeyByRawKey } from "./store.ts";

/** Enough for a scanner's report. */
const allowance = { burst: 10, perMinute: 10 };

/** Whoever holds a raw key may end it: it says so itself, and nobody else has an interest in that. */
export function registerLeakedKeyRoute(app: App, { database, clock, secrets, gate }: ResourceParts): void {
  app.post(
    "/v1/keys/revoke-leaked",
    {
      config: { access: "public", publicBody: { allowance } },
      schema: {
        operationId: "revokeLeakedKey",
        tags: ["Keys"],
        summary: "Revoke a leaked key",
        description:
          "Revokes a raw key at once, without a grace period. Anyone who holds the key can call it, without authentication. At most ten attempts a minute are accepted from one address.",
        body: refer(LeakedKeySchema),
        response: {
          200: refer(LeakedKeyRevocationSchema),
          ...answers([...bodyProblems, "NOT_FOUND", "RATE_LIMITED"], { needsKey: false }),
        },
      },
    },
    async (request) => {
      const address = addressOf(request);
      const { key: rawKey } = request.body;
      const killed = isRawKey(rawKey)
        ? await runUnit(database, clock.nowMs(), async (unit) => {
            const key = await lockKeyByRawKey(unit.session, secrets, rawKey);
            const actor = { kind: "holder" as const, id: null, address, requestId: request.id };
            return key && killKey(unit, { secrets, forget: gate.forget }, key, actor);
          })
        : undefined;
      if (killed === undefined) throw notFound("key", "");
      return { status: "revoked" as const, revokedAt: formatInstant(killed.revokedAtMs ?? clock.nowMs()) };
    },
  );
}
