import { PassThrough, type Readable } from "node:stream";
import { type Clock, DomainError, includesScope, type Partition, type RowScope, scopesOfRole } from "@wayfare/contract";
import type { Database } from "@wayfare/database";
import type { FastifyBaseLogger } from "fastify";
import type { Caller, CallingSession } from "../http/caller.ts";
import { findActingSessionById } from "../identity/sessions/acting-store.ts";
import { isSessionExpired } from "../identity/sessions/lifetime.ts";
import { findSessionById, sessionsChannel } from "../identity/sessions/store.ts";
import { isAccountOpen } from "../tenancy/account-state.ts";
import { type Activity, readActivity } from "./activity.ts";
import { ActivityPoller } from "./activity-poller.ts";

export interface LivePace {
  /** Polling interval for new activity. */
  pollEveryMs: number;
  /** Interval of heartbeats, and of session checks. */
  heartbeatEveryMs: number;
}

const defaultPace: LivePace = { pollEveryMs: 1000, heartbeatEveryMs: 15_000 };

export interface LiveDeps {
  database: Database;
  clock: Clock;
  log: FastifyBaseLogger;
  /** Flushes the request records of this process to the database. */
  flush(): Promise<void>;
  pace?: Partial<LivePace>;
}

/** Streams per session in one process; each browser tab opens one. */
const maxPerSession = 4;
/** Unread bytes after which a slow client is disconnected. */
const maxUnreadBytes = 1_048_576;

interface Stream {
  sessionId: string;
  userId: string;
  role: CallingSession["role"];
  out: PassThrough;
}

/** Open server-sent event streams of this process. */
export class LiveStreams {
  readonly #deps: LiveDeps;
  readonly #pace: LivePace;
  readonly #pollers = new Map<string, ActivityPoller>();
  readonly #streams = new Set<Stream>();
  #isClosed = false;

  constructor(deps: LiveDeps) {
    this.#deps = deps;
    this.#pace = { ...defaultPace, ...deps.pace };
  }

  /** Listens for ended sessions. Returns a function that stops listening. */
  listen(): Promise<() => Promise<void>> {
    return this.#deps.database.listen(sessionsChannel, {
      onMessage: (id) => {
        for (const stream of this.#streams)
          if (stream.sessionId === id || stream.userId === id) void this.#check(stream);
      },
      onReconnect: () => {
        for (const stream of this.#streams) void this.#check(stream);
      },
    });
  }

  /**
   * Opens a stream for a session.
   *
   * @throws DomainError RATE_LIMITED if the session has too many streams.
   */
  async open(caller: Caller & { session: CallingSession }, environment: Partition): Promise<Readable> {
    const { id: sessionId, role } = caller.session;
    if ([...this.#streams].filter((stream) => stream.sessionId === sessionId).length >= maxPerSession) {
      const detail = `A session can have at most ${maxPerSession} live streams. Close another page.`;
      throw new DomainError("RATE_LIMITED", { detail, retryAfterSeconds: 5 });
    }
    if (this.#isClosed) throw new DomainError("SHUTTING_DOWN");
    const stream = { sessionId, userId: caller.id, role, out: new PassThrough() };
    this.#streams.add(stream);
    const heartbeat = setInterval(() => {
      write(stream.out, ": heartbeat\n\n");
      void this.#check(stream);
    }, this.#pace.heartbeatEveryMs);
    stream.out.once("close", () => {
      clearInterval(heartbeat);
      this.#streams.delete(stream);
    });
    await this.#subscribe(stream, { accountId: caller.accountId, environment, applicationId: null }).catch(
      (error: unknown) => {
        stream.out.destroy();
        throw error;
      },
    );
    return stream.out;
  }

  /** Ends all streams and rejects new ones. */
  close(): void {
    this.#isClosed = true;
    for (const { out } of this.#streams) out.end();
    for (const poller of this.#pollers.values()) poller.stop();
  }

  async #subscribe({ role, out }: Stream, owner: RowScope): Promise<void> {
    const held = scopesOfRole(role);
    // Same rule as for the lists of deliveries and events.
    const mayReadPayloads = includesScope(held, "flights.book") || includesScope(held, "usage.write");
    const stop = await this.#getPoller(owner).listen((items) => {
      for (const each of items) if (mayReadPayloads || each.kind === "request") write(out, render(each));
    });
    if (out.destroyed) stop();
    else out.once("close", stop);
    write(out, ": connected\n\n");
  }

  #getPoller(owner: RowScope): ActivityPoller {
    const { database, clock, log } = this.#deps;
    const name = `${owner.accountId} ${owner.environment}`;
    for (const [each, poller] of this.#pollers) if (each !== name && !poller.hasListeners) this.#pollers.delete(each);
    const known = this.#pollers.get(name);
    if (known !== undefined) return known;
    const poller = new ActivityPoller({
      read: async () => {
        await this.#deps.flush();
        return readActivity(database, owner, clock.nowMs());
      },
      everyMs: this.#pace.pollEveryMs,
      onError: (error) => log.warn({ err: error }, "portal activity query failed"),
    });
    this.#pollers.set(name, poller);
    return poller;
  }

  /** Ends a stream if its session has ended, its account is suspended or its role has changed. */
  async #check({ sessionId, role, out }: Stream): Promise<void> {
    const { database, clock, log } = this.#deps;
    try {
      const known = (await findSessionById(database, sessionId)) ?? (await findActingSessionById(database, sessionId));
      const nowMs = clock.nowMs();
      const isActive = known !== undefined && !isSessionExpired(known, nowMs) && isAccountOpen(known.account, nowMs);
      if (!isActive || known.role !== role) out.end();
    } catch (error) {
      log.warn({ err: error }, "live stream session check failed");
      out.end();
    }
  }
}

function render({ kind, id, data }: Activity): string {
  return `event: ${kind}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** Disconnects a client that does not read. */
function write(out: PassThrough, text: string): void {
  if (out.writableEnded || out.destroyed) return;
  if (out.writableLength + out.readableLength > maxUnreadBytes) out.destroy();
  else out.write(text);
}
