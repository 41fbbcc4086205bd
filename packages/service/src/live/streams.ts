import { PassThrough, type Readable } from "node:stream";
import { type Clock, DomainError, includesScope, type Partition, type RowScope, scopesOfRole } from "@wayfare/contract";
import type { Database } from "@wayfare/database";
import type { FastifyBaseLogger } from "fastify";
import type { Caller, CallingSession } from "../http/caller.ts";
import { isOver } from "../identity/sessions/lifetime.ts";
import { findSessionById, sessionsChannel } from "../identity/sessions/store.ts";
import { Feed } from "./feed.ts";
import { type News, readNews } from "./news.ts";

export interface LivePace {
  /** How often it is looked for news. */
  newsEveryMs: number;
  /** How often a silent stream says that it is there, and its session is looked at. */
  heartbeatEveryMs: number;
}

const defaultPace: LivePace = { newsEveryMs: 1000, heartbeatEveryMs: 15_000 };

export interface LiveParts {
  database: Database;
  clock: Clock;
  log: FastifyBaseLogger;
  /** Writes what this process has recorded. */
  flush(): Promise<void>;
  pace?: Partial<LivePace>;
}

/** Tabs of one browser that are told of news by one process. */
const mostPerSession = 4;
/** What a browser may leave unread. */
const mostUnreadBytes = 1_048_576;

interface Stream {
  sessionId: string;
  userId: string;
  role: CallingSession["role"];
  out: PassThrough;
}

/** The streams of news that are open in this process. */
export class LiveStreams {
  readonly #parts: LiveParts;
  readonly #pace: LivePace;
  readonly #feeds = new Map<string, Feed>();
  readonly #streams = new Set<Stream>();
  #isClosed = false;

  constructor(parts: LiveParts) {
    this.#parts = parts;
    this.#pace = { ...defaultPace, ...parts.pace };
  }

  /** Hears of sessions that end; the answer stops it. */
  listen(): Promise<() => Promise<void>> {
    return this.#parts.database.listen(sessionsChannel, {
      onMessage: (id) => {
        for (const stream of this.#streams)
          if (stream.sessionId === id || stream.userId === id) void this.#check(stream);
      },
      onGap: () => {
        for (const stream of this.#streams) void this.#check(stream);
      },
    });
  }

  /** Opens a stream for a session. @throws DomainError RATE_LIMITED where it has several. */
  async open(caller: Caller & { session: CallingSession }, environment: Partition): Promise<Readable> {
    const { id: sessionId, role } = caller.session;
    if ([...this.#streams].filter((stream) => stream.sessionId === sessionId).length >= mostPerSession) {
      const detail = `A session may have ${mostPerSession} live streams; close another page first.`;
      throw new DomainError("RATE_LIMITED", { detail, retryAfterSeconds: 5 });
    }
    if (this.#isClosed) throw new DomainError("SHUTTING_DOWN");
    const stream = { sessionId, userId: caller.id, role, out: new PassThrough() };
    this.#streams.add(stream);
    const heartbeat = setInterval(() => {
      write(stream.out, ": still here\n\n");
      void this.#check(stream);
    }, this.#pace.heartbeatEveryMs);
    stream.out.once("close", () => {
      clearInterval(heartbeat);
      this.#streams.delete(stream);
    });
    await this.#follow(stream, { accountId: caller.accountId, environment, applicationId: null }).catch(
      (error: unknown) => {
        stream.out.destroy();
        throw error;
      },
    );
    return stream.out;
  }

  /** Ends every stream, and lets no other begin. */
  close(): void {
    this.#isClosed = true;
    for (const { out } of this.#streams) out.end();
    for (const feed of this.#feeds.values()) feed.stop();
  }

  async #follow({ role, out }: Stream, owner: RowScope): Promise<void> {
    const held = scopesOfRole(role);
    // The same rule as for the lists of deliveries and events.
    const mayReadPayloads = includesScope(held, "flights.book") || includesScope(held, "usage.write");
    const stop = await this.#feedOf(owner).listen((news) => {
      for (const each of news) if (mayReadPayloads || each.kind === "request") write(out, render(each));
    });
    if (out.destroyed) stop();
    else out.once("close", stop);
    write(out, ": connected\n\n");
  }

  #feedOf(owner: RowScope): Feed {
    const { database, clock, log } = this.#parts;
    const name = `${owner.accountId} ${owner.environment}`;
    for (const [each, feed] of this.#feeds) if (each !== name && !feed.isHeard) this.#feeds.delete(each);
    const known = this.#feeds.get(name);
    if (known !== undefined) return known;
    const feed = new Feed({
      read: async () => {
        await this.#parts.flush();
        return readNews(database, owner, clock.nowMs());
      },
      everyMs: this.#pace.newsEveryMs,
      onError: (error) => log.warn({ err: error }, "news for the portal could not be read"),
    });
    this.#feeds.set(name, feed);
    return feed;
  }

  /** Ends a stream whose session is over or may see something else than it did. */
  async #check({ sessionId, role, out }: Stream): Promise<void> {
    const { database, clock, log } = this.#parts;
    try {
      const known = await findSessionById(database, sessionId);
      if (known === undefined || isOver(known, clock.nowMs()) || known.role !== role) out.end();
    } catch (error) {
      log.warn({ err: error }, "the session of a live stream could not be read");
      out.end();
    }
  }
}

function render({ kind, id, data }: News): string {
  return `event: ${kind}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** A browser that does not read is not waited for. */
function write(out: PassThrough, text: string): void {
  if (out.writableEnded || out.destroyed) return;
  if (out.writableLength + out.readableLength > mostUnreadBytes) out.destroy();
  else out.write(text);
}
