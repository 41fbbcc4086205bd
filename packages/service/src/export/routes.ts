import { Readable } from "node:stream";
import { idPattern } from "@wayfare/contract";
import type { UnitOfWork } from "@wayfare/database";
import type { FastifyReply } from "fastify";
import { Type } from "typebox";
import { actorOf } from "../audit/actor.ts";
import { writeAuditEvent } from "../audit/store.ts";
import type { App } from "../http/app-type.ts";
import { getCaller } from "../http/caller.ts";
import { noBody } from "../http/json-body.ts";
import { bodyProblems, problemResponses } from "../http/problem-responses.ts";
import { auditCustomerChange } from "../operator/accounts/customer-audit.ts";
import { getCustomer } from "../operator/accounts/customers.ts";
import { type ExportDeps, exportAccount } from "./export-account.ts";

const params = Type.Object({
  id: Type.String({
    pattern: `^${idPattern("acct")}$`,
    description: "Id of the account.",
    examples: ["acct_01kahz2j7p3v8c5m9n4q6r7s8t"],
  }),
});

/** Media type of lines of JSON. */
const linesType = "application/x-ndjson";

const linesResponse = {
  description: 'One JSON object per line: `{"type": "…", "data": {…}}`. The last line has the type `end`.',
  content: {
    [linesType]: { schema: Type.Unsafe<Readable>({ type: "string", format: "binary", description: "Lines of JSON." }) },
  },
};

/** Registers the export of an account for operators, and for its owners in the portal. */
export function registerExportRoutes(app: App, deps: ExportDeps): void {
  const { database, clock } = deps;
  app.post(
    "/v1/operator/accounts/:id/export",
    {
      config: {
        access: ["accounts.write"],
        environments: ["service"],
        applicationKeys: "refused",
        stepUp: true,
        compress: false,
      },
      schema: {
        operationId: "exportCustomerAccount",
        tags: ["Operators"],
        summary: "Export an account",
        description:
          "Streams every row that the account owns, as lines of JSON: users, keys, applications, webhook endpoints, events, deliveries, bookings with travelers, usage, requests, audit events, subscriptions, invoices with their PDF files in base64, and the ledger. Contains no secrets. Rows are read in pages while they are sent, so rows that change during the export can be in either state. A complete export ends with a line of the type `end`; start again if it is missing. The export is written to both audit logs. Returns 409 while another export of the account is running.",
        params,
        body: noBody,
        response: {
          200: linesResponse,
          ...problemResponses([...bodyProblems, "AUTH_ENVIRONMENT_MISMATCH", "NOT_FOUND", "CONFLICT"]),
        },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      await getCustomer({ tx: database, wallMs: clock.nowMs() }, id);
      const event = { accountId: id, action: "account.exported" } as const;
      return send(reply, deps, id, (unit) => auditCustomerChange(unit, actorOf(request), event));
    },
  );
  app.post(
    "/portal/export",
    { config: { access: { roles: ["owner"] }, stepUp: true, compress: false }, schema: { body: noBody } },
    (request, reply) => {
      const { accountId } = getCaller(request);
      return send(reply, deps, accountId, async ({ tx, wallMs }) =>
        writeAuditEvent(tx, {
          accountId,
          environment: null,
          action: "account.exported",
          actor: actorOf(request),
          subject: { kind: "account", id: accountId },
          nowMs: wallMs,
        }),
      );
    },
  );
}

async function send(
  reply: FastifyReply,
  deps: ExportDeps,
  accountId: string,
  audit: (unit: UnitOfWork) => Promise<void>,
): Promise<Readable> {
  const lines = await exportAccount(deps, accountId, audit);
  void reply.header("content-type", linesType);
  void reply.header("content-disposition", `attachment; filename="${accountId}.ndjson"`);
  return Readable.from(lines);
}
