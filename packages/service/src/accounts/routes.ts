import { AccountSchema, ChangeAccountSchema, ref } from "@wayfare/contract";
import { runUnitOfWork } from "@wayfare/database";
import { actorOf } from "../audit/actor.ts";
import { writeAuditEvent } from "../audit/store.ts";
import type { App } from "../http/app-type.ts";
import { getCaller } from "../http/caller.ts";
import { bodyProblems, problemResponses } from "../http/problem-responses.ts";
import { assertCallerIncluded, forceQuery } from "../keys/change.ts";
import { readAllowlist } from "../keys/rules.ts";
import type { ResourceDeps } from "../storage/resource-deps.ts";
import { notifyAccessChange } from "../tenancy/access-changes.ts";
import { getAccount, updateAllowlist } from "../tenancy/account-store.ts";

export function registerAccountRoutes(app: App, { database, clock, accessCache }: ResourceDeps): void {
  app.get(
    "/v1/account",
    {
      config: { access: ["usage.read"], applicationKeys: "refused" },
      schema: {
        operationId: "getAccount",
        tags: ["Account"],
        summary: "Get the account",
        description: "Returns the account of the caller with its name and IP allowlist.",
        response: { 200: ref(AccountSchema), ...problemResponses([]) },
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
          "Changes the IP allowlist of the account. An empty list allows all addresses. The list applies to every test and live key, in addition to the allowlists of the deployment and of the key; it does not apply to service keys and portal sessions. Other processes apply it within 30 seconds, usually at once. Returns 409 if the list excludes the caller's IP address, unless `force` is true. The change is written to the audit log.",
        querystring: forceQuery,
        body: ref(ChangeAccountSchema),
        response: { 200: ref(AccountSchema), ...problemResponses([...bodyProblems, "ALLOWLIST_EXCLUDES_CALLER"]) },
      },
    },
    (request) =>
      runUnitOfWork(database, clock.nowMs(), async ({ tx, nowMs, afterCommit }) => {
        const caller = getCaller(request);
        const account = await getAccount(tx, caller.accountId, { lock: true });
        if (request.body.ipAllowlist === undefined) return account;
        const ipAllowlist = readAllowlist(request.body.ipAllowlist, null);
        if (request.query.force !== true) assertCallerIncluded(caller, ipAllowlist);
        await updateAllowlist(tx, account.id, ipAllowlist);
        await writeAuditEvent(tx, {
          accountId: account.id,
          environment: null,
          action: "account.allowlist_changed",
          actor: actorOf(request),
          subject: { kind: "account", id: account.id },
          details: { before: account.ipAllowlist, after: ipAllowlist },
          nowMs,
        });
        await notifyAccessChange(tx, account.id);
        afterCommit(() => accessCache.invalidate(account.id));
        return { ...account, ipAllowlist };
      }),
  );
}
