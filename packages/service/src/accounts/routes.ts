import { AccountSchema, ChangeAccountSchema, refer } from "@wayfare/contract";
import { runUnit } from "@wayfare/database";
import { actorOf } from "../audit/actor.ts";
import { writeAuditEvent } from "../audit/store.ts";
import { answers, bodyProblems } from "../http/answers.ts";
import type { App } from "../http/app-type.ts";
import { getCaller } from "../http/caller.ts";
import { forceQuery, refuseShuttingOut } from "../keys/change.ts";
import { readAllowlist } from "../keys/rules.ts";
import type { ResourceParts } from "../storage/resource-parts.ts";
import { announceChange } from "../tenancy/access-changes.ts";
import { getAccount, updateAllowlist } from "../tenancy/account-store.ts";

export function registerAccountRoutes(app: App, { database, clock, gate }: ResourceParts): void {
  app.get(
    "/v1/account",
    {
      config: { access: ["usage.read"], applicationKeys: "refused" },
      schema: {
        operationId: "getAccount",
        tags: ["Account"],
        summary: "Get the account",
        description: "Returns the account of the calling key, with its name and allowlist.",
        response: { 200: refer(AccountSchema), ...answers([]) },
      },
    },
    (request) => getAccount(database, getCaller(request).accountId),
  );
  app.patch(
    "/v1/account",
    {
      config: { access: ["usage.write"], stepUp: true, applicationKeys: "refused" },
      schema: {
        operationId: "changeAccount",
        tags: ["Account"],
        summary: "Change the account",
        description:
          "Changes the allowlist of the account. It applies to every test and live key, in addition to the allowlists of the deployment and of the key. Answers 409 if the new allowlist excludes the caller, unless `force` is true.",
        querystring: forceQuery,
        body: refer(ChangeAccountSchema),
        response: { 200: refer(AccountSchema), ...answers([...bodyProblems, "ALLOWLIST_EXCLUDES_CALLER"]) },
      },
    },
    (request) =>
      runUnit(database, clock.nowMs(), async ({ session, nowMs, afterCommit }) => {
        const caller = getCaller(request);
        const account = await getAccount(session, caller.accountId, { lock: true });
        if (request.body.ipAllowlist === undefined) return account;
        const ipAllowlist = readAllowlist(request.body.ipAllowlist, null);
        if (request.query.force !== true) refuseShuttingOut(caller, ipAllowlist);
        await updateAllowlist(session, account.id, ipAllowlist);
        await writeAuditEvent(session, {
          accountId: account.id,
          environment: null,
          action: "account.allowlist_changed",
          actor: actorOf(request),
          subject: { kind: "account", id: account.id },
          details: { before: account.ipAllowlist, after: ipAllowlist },
          nowMs,
        });
        await announceChange(session, account.id);
        afterCommit(() => gate.forget(account.id));
        return { ...account, ipAllowlist };
      }),
  );
}
