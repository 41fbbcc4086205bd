import { DomainError, type EventType, type WebhookEvent } from "@wayfare/contract";
import { findFeedEnd, readEventFeed } from "@wayfare/webhooks";
import { type Caller, nowOf } from "../http/caller.ts";
import type { PageScope } from "../http/pagination.ts";
import type { WebhookDeps } from "./rules.ts";

/** Query of `GET /v1/events`. */
export interface EventQuery {
  order?: "newest" | "oldest";
  type?: EventType;
  subject?: string;
  after?: string;
  waitSeconds?: number;
  limit?: number;
  cursor?: string;
  from?: string;
  to?: string;
}

/** Value of `after` for the end of the feed. */
export const endOfFeed = "now";

/** Position of a reader in the feed; null before the oldest retained event. */
interface FeedCursor {
  position: number | null;
}

type FeedDeps = Pick<WebhookDeps, "cursors" | "clock" | "database" | "eventRetentionMs">;

/**
 * Reads the cursor of a feed. It holds the position and the time of the response that returned it, on the data clock: events that got no
 * position before they were purged leave no gap, so an old cursor is refused by its age.
 *
 * @throws DomainError CURSOR_INVALID, CURSOR_EXPIRED, or REQUEST_INVALID for parameters of the list.
 */
export function readFeedCursor(deps: FeedDeps, caller: Caller, query: EventQuery): FeedCursor {
  assertNone(query, ["cursor", "from", "to"], "oldest");
  if (query.after === endOfFeed) return { position: null };
  const text = deps.cursors.read(scopeOf(caller, query), query.after);
  if (text === null) return { position: null };
  const [position = 0, issuedAtMs = 0] = text.split("-").map(Number);
  if (issuedAtMs < nowOf(deps.clock, caller) - deps.eventRetentionMs) throw new DomainError("CURSOR_EXPIRED");
  return { position };
}

/** Reads a page of the feed after the cursor of the query. */
export async function readFeed(
  deps: FeedDeps,
  caller: Caller,
  query: EventQuery,
): Promise<{ data: WebhookEvent[]; nextCursor: string }> {
  const { position: afterPosition } = readFeedCursor(deps, caller, query);
  const issuedAtMs = nowOf(deps.clock, caller);
  const cursorAt = (position: number) => deps.cursors.write(scopeOf(caller, query), `${position}-${issuedAtMs}`);
  const { limit = 50, type, subject } = query;
  if (query.after === endOfFeed) return { data: [], nextCursor: cursorAt(await findFeedEnd(deps.database, caller)) };
  const { events, position, isExpired } = await readEventFeed(deps.database, caller, {
    afterPosition,
    type,
    subject,
    limit,
  });
  if (isExpired) throw new DomainError("CURSOR_EXPIRED");
  return { data: events, nextCursor: cursorAt(position) };
}

/** @throws DomainError REQUEST_INVALID for parameters of the feed in a query of the list. */
export function assertNoFeedParameters(query: EventQuery): void {
  assertNone(query, ["after", "waitSeconds"], "newest");
}

function assertNone(query: EventQuery, names: readonly (keyof EventQuery)[], order: "newest" | "oldest"): void {
  const name = names.find((each) => query[each] !== undefined);
  if (name === undefined) return;
  const detail = `\`${name}\` is not allowed with \`order=${order}\`.`;
  throw new DomainError("REQUEST_INVALID", { detail, errors: [{ pointer: `/${name}`, code: "INVALID", detail }] });
}

const scopeOf = (caller: Caller, { type, subject }: EventQuery): PageScope => ({
  accountId: caller.accountId,
  environment: caller.environment,
  applicationId: caller.applicationId,
  route: "/v1/events",
  filters: { order: "oldest", type, subject },
});
