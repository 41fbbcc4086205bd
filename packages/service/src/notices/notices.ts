import type { BillingOptions, DunningNotice } from "@wayfare/billing";
import type { Role } from "@wayfare/contract";
import type { Queryable, UnitOfWork } from "@wayfare/database";
import type { EndpointAlert } from "@wayfare/webhooks";
import type { MailContent } from "../mail/content.ts";
import type { Mailer } from "../mail/mailer.ts";
import { getAccount } from "../tenancy/account-store.ts";
import { listRecipients } from "./recipients.ts";

/** Mails to the people of an account about changes that they did not make. */
export interface Notices {
  /** A webhook endpoint is failing or was disabled: to owners and developers. */
  endpointAlert(db: Queryable, alert: EndpointAlert): Promise<void>;
  /** A step of dunning: to owners and billing users. */
  dunning(db: Queryable, notice: DunningNotice): Promise<void>;
  /** An operator has suspended the account: to owners. */
  suspension(unit: Pick<UnitOfWork, "tx" | "wallMs">, accountId: string, reason: string): Promise<void>;
}

export function makeNotices(mailer: Mailer): Notices {
  const send = async (db: Queryable, notice: Notice): Promise<void> => {
    if (!mailer.isEnabled) return;
    const { accountId, roles, wallMs, compose } = notice;
    const { name: accountName } = await getAccount(db, accountId);
    const content = compose(accountName);
    for (const to of await listRecipients(db, accountId, roles)) {
      await mailer.enqueue({ tx: db, wallMs }, { to, accountId, content });
    }
  };
  return {
    endpointAlert: (db, alert) => send(db, noticeOfAlert(alert)),
    dunning: (db, notice) => send(db, noticeOfDunning(notice)),
    suspension: ({ tx, wallMs }, accountId, reason) =>
      send(tx, {
        accountId,
        roles: ["owner"],
        wallMs,
        compose: (accountName) => ({ kind: "account_suspended", accountName, reason }),
      }),
  };
}

/** Returns billing options that report dunning by mail. */
export function billingWithNotices(billing: BillingOptions, notices: Notices): BillingOptions {
  return { ...billing, ports: { ...billing.ports, notify: (db, notice) => notices.dunning(db, notice) } };
}

interface Notice {
  accountId: string;
  roles: readonly Role[];
  wallMs: number;
  compose: (accountName: string) => MailContent;
}

function noticeOfAlert({ kind, accountId, nowMs, reason, url: endpointUrl, ...alert }: EndpointAlert): Notice {
  const { environment, webhookId, failures, firstFailedAtMs } = alert;
  const endpoint = { environment, webhookId, endpointUrl, failures, firstFailedAtMs };
  return {
    accountId,
    roles: ["owner", "developer"],
    wallMs: nowMs,
    compose: (accountName) =>
      kind === "failing"
        ? { kind: "webhook_failing", accountName, ...endpoint }
        : { kind: "webhook_disabled", accountName, ...endpoint, reason: reason ?? "" },
  };
}

function noticeOfDunning({ accountId, step, nowMs }: DunningNotice): Notice {
  return {
    accountId,
    roles: ["owner", "billing"],
    wallMs: nowMs,
    compose(accountName) {
      if (step.kind === "ended") return { kind: "subscription_ended", accountName };
      if (step.kind === "overdue") return { kind: "payment_overdue", accountName, endsAtMs: step.endsAtMs };
      const { number, due, dueAtMs } = step;
      return { kind: "payment_failed", accountName, number, due, dueAtMs };
    },
  };
}
