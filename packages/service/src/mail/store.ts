import { newId } from "@wayfare/contract";
import type { Queryable } from "@wayfare/database";
import type { MailKind } from "./content.ts";

/** Channel that wakes the senders of mails. */
export const mailsChannel = "wayfare_mails";

interface NewMailRow {
  accountId: string | null;
  kind: MailKind;
  recipientHash: Uint8Array;
  sealed: Uint8Array;
  expiresAtMs: number;
  nowMs: number;
}

/** Inserts a mail that is due at once, and notifies the senders when the transaction commits. */
export async function insertMail(db: Queryable, mail: NewMailRow): Promise<void> {
  const now = new Date(mail.nowMs);
  await db.execute(
    `INSERT INTO mails (id, account_id, kind, recipient_hash, sealed_message, due_at, expires_at, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $6)`,
    [
      newId("mail", mail.nowMs),
      mail.accountId,
      mail.kind,
      mail.recipientHash,
      mail.sealed,
      now,
      new Date(mail.expiresAtMs),
    ],
  );
  await db.query("SELECT pg_notify($1, '')", [mailsChannel]);
}

interface RecentMails {
  ofAccount: number;
  toRecipient: number;
}

/** Counts the mails of an account and those to a recipient that were enqueued since two instants. */
export async function countRecentMails(
  db: Queryable,
  of: { accountId: string | null; recipientHash: Uint8Array; accountSinceMs: number; recipientSinceMs: number },
): Promise<RecentMails> {
  const [row] = await db.query<{ of_account: number; to_recipient: number }>(
    `SELECT (SELECT count(*)::int FROM mails WHERE account_id = $1 AND created_at > $3) AS of_account,
            (SELECT count(*)::int FROM mails WHERE recipient_hash = $2 AND created_at > $4) AS to_recipient`,
    [of.accountId, of.recipientHash, new Date(of.accountSinceMs), new Date(of.recipientSinceMs)],
  );
  return { ofAccount: row?.of_account ?? 0, toRecipient: row?.to_recipient ?? 0 };
}

/** A mail that this process sends until its lease ends. */
export interface ClaimedMail {
  id: string;
  kind: string;
  sealed: Buffer;
  /** Number of this try, from 1. It identifies the claim. */
  tries: number;
  createdAtMs: number;
  expiresAtMs: number;
}

interface ClaimedRow {
  id: string;
  kind: string;
  sealed_message: Buffer;
  tries: number;
  created_at: Date;
  expires_at: Date;
}

/**
 * Claims the mail that is due first. Counts the try before the mail is sent, so that a mail that ends the process is not sent forever. Other
 * processes skip it until the lease ends.
 */
export async function claimMail(
  db: Queryable,
  { nowMs, leaseEndsAtMs }: { nowMs: number; leaseEndsAtMs: number },
): Promise<ClaimedMail | undefined> {
  const [row] = await db.query<ClaimedRow>(
    `UPDATE mails SET tries = tries + 1, due_at = $2
     WHERE id = (SELECT id FROM mails WHERE finished_at IS NULL AND due_at <= $1 ORDER BY due_at, id LIMIT 1 FOR UPDATE SKIP LOCKED)
     RETURNING id, kind, sealed_message, tries, created_at, expires_at`,
    [new Date(nowMs), new Date(leaseEndsAtMs)],
  );
  return (
    row && {
      id: row.id,
      kind: row.kind,
      sealed: row.sealed_message,
      tries: row.tries,
      createdAtMs: row.created_at.getTime(),
      expiresAtMs: row.expires_at.getTime(),
    }
  );
}

type Claim = Pick<ClaimedMail, "id" | "tries">;

/** Ends a mail and deletes its message. @returns false if the claim was lost. */
export async function finishMail(
  db: Queryable,
  { id, tries }: Claim,
  { outcome, failure, nowMs }: { outcome: "sent" | "failed" | "expired"; failure: string | null; nowMs: number },
): Promise<boolean> {
  const updated = await db.execute(
    `UPDATE mails SET outcome = $3, failure = $4, finished_at = $5, sealed_message = NULL
     WHERE id = $1 AND tries = $2 AND finished_at IS NULL`,
    [id, tries, outcome, failure, new Date(nowMs)],
  );
  return updated > 0;
}

/** Makes a mail due again after a failed try. */
export async function postponeMail(
  db: Queryable,
  { id, tries }: Claim,
  { failure, dueAtMs }: { failure: string; dueAtMs: number },
): Promise<void> {
  await db.execute("UPDATE mails SET failure = $3, due_at = $4 WHERE id = $1 AND tries = $2 AND finished_at IS NULL", [
    id,
    tries,
    failure,
    new Date(dueAtMs),
  ]);
}

/** State of the outbox. */
export interface MailQueue {
  pending: number;
  /** Pending mails that are due. A mail that is being sent is not. */
  due: number;
  /** Pending mails that were tried before. */
  retrying: number;
  /** Creation of the oldest mail that is not sent; null if there is none. */
  oldestAtMs: number | null;
  /** Mails that failed or expired and are not deleted yet. */
  failed: number;
}

export async function readMailQueue(db: Queryable, nowMs: number): Promise<MailQueue> {
  const [row] = await db.query<{
    pending: number;
    due: number;
    retrying: number;
    oldest: Date | null;
    failed: number;
  }>(
    `SELECT count(*)::int AS pending, (count(*) FILTER (WHERE due_at <= $1))::int AS due,
            (count(*) FILTER (WHERE tries > 0))::int AS retrying, min(created_at) AS oldest,
            (SELECT count(*)::int FROM mails WHERE outcome IN ('failed', 'expired')) AS failed
     FROM mails WHERE finished_at IS NULL`,
    [new Date(nowMs)],
  );
  const { pending = 0, due = 0, retrying = 0, oldest = null, failed = 0 } = row ?? {};
  return { pending, due, retrying, oldestAtMs: oldest?.getTime() ?? null, failed };
}

/** Retention of mails that were sent or have failed. Their messages are deleted at once. */
const retentionMs = 2 * 86_400_000;

/** Deletes one batch of finished mails past their retention. @returns the number of deleted rows. */
export function deleteOldMails(db: Queryable, nowMs: number, limit: number): Promise<number> {
  return db.execute(
    `DELETE FROM mails WHERE id IN (
       SELECT id FROM mails WHERE created_at <= $1 AND finished_at IS NOT NULL ORDER BY created_at LIMIT $2
     )`,
    [new Date(nowMs - retentionMs), limit],
  );
}

/** Deletes all mails of an account. @returns the number of deleted rows. */
export function deleteMailsOfAccount(db: Queryable, accountId: string): Promise<number> {
  return db.execute("DELETE FROM mails WHERE account_id = $1", [accountId]);
}

/** Deletes all mails to an address. @param recipientHash of `makeRecipientHash` */
export function deleteMailsTo(db: Queryable, recipientHash: Uint8Array): Promise<number> {
  return db.execute("DELETE FROM mails WHERE recipient_hash = $1", [recipientHash]);
}
