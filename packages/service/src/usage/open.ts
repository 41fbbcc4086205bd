import { type Clock, DomainError } from "@wayfare/contract";
import type { Database } from "@wayfare/database";
import type { FastifyBaseLogger, FastifyInstance, onSendHookHandler, preHandlerHookHandler } from "fastify";
import { isSessionAccess } from "../http/access-declaration.ts";
import { describeRequest, type RequestRecord, templateOf } from "../requests/record.ts";
import { FileJournal, makeMemoryJournal } from "./journal.ts";
import { takeJournalDirectory } from "./journal-directory.ts";
import { batchRowsOf, Meter } from "./meter.ts";
import { RetainedJournals } from "./retained-journals.ts";

interface OpeningParts {
  database: Database;
  clock: Clock;
  log: FastifyBaseLogger;
  /** Below it lie the journals of this machine's processes; null keeps none. */
  journalRoot: string | null;
  /** Called with the number of damaged lines in journals that are recovered, if there are any. */
  onDamaged?: (lines: number) => void;
}

const flushEveryMs = 1000;
/** How soon usage is replayed after a failover to a standby that was behind, if no request comes before. */
const verifyEveryMs = 30_000;

interface OpenedMeter {
  meter: Meter;
  /** Id of this process's journal, which also names its quota leases. */
  journalId: string;
  readBacklog(): Meter["backlog"];
  close(): Promise<void>;
}

/** Writes the journals that dead processes left, settles their quota leases, and opens a journal for this process. */
export async function openMeter(parts: OpeningParts): Promise<OpenedMeter> {
  const { database, clock, log, journalRoot } = parts;
  const { journal, retained, release } =
    journalRoot === null
      ? { journal: makeMemoryJournal(clock.nowMs()), retained: undefined, release: () => {} }
      : await openJournal(parts, journalRoot);
  const meter = new Meter({ database, clock, log, journal });
  const flushing = setInterval(() => void meter.flushInBackground(), flushEveryMs);
  let verification: Promise<void> | undefined;
  const verify = async (): Promise<void> => {
    try {
      await meter.verify();
      await retained?.check();
    } catch (error) {
      log.warn({ err: error }, "the position of the usage journal could not be verified");
    }
  };
  const verifying = setInterval(() => {
    verification ??= verify().finally(() => (verification = undefined));
  }, verifyEveryMs);
  for (const timer of [flushing, verifying]) timer.unref();
  return {
    meter,
    journalId: journal.id,
    readBacklog: () => ({ ...meter.backlog, lost: meter.backlog.lost + (retained?.lost ?? 0) }),
    async close() {
      clearInterval(flushing);
      clearInterval(verifying);
      await verification;
      await meter.close();
      release();
    },
  };
}

async function openJournal({ database, clock, log, onDamaged }: OpeningParts, root: string) {
  const nowMs = clock.nowMs();
  const directory = takeJournalDirectory(root, nowMs);
  const batchRows = batchRowsOf(database);
  const retained = new RetainedJournals({ database, clock, log, batchRows, directory: directory.path, onDamaged });
  try {
    await retained.recover(directory.leftovers);
  } catch (error) {
    directory.release();
    throw error;
  } finally {
    directory.releaseLeftovers();
  }
  return {
    journal: new FileJournal({ directory: directory.path, nowMs, log }),
    retained,
    release: () => directory.release(),
  };
}

/**
 * Records every request that was let in, before its answer leaves, and refuses what counts while too much waits to be written. What pages
 * of the portal ask for themselves is not recorded.
 */
export function registerMeter(app: FastifyInstance, meter: Meter): void {
  app.addHook("onRoute", (route) => {
    const { access, operation = null } = route.config ?? {};
    if (access === undefined || access === "public" || isSessionAccess(access)) return;
    const record = recordRequest(meter, { route: templateOf(route.url), operation });
    route.onSend = [...[route.onSend ?? []].flat(), record];
    if (operation !== null) route.preHandler = [refuseWhileFull(meter), ...[route.preHandler ?? []].flat()];
  });
}

function recordRequest(meter: Meter, what: Pick<RequestRecord, "route" | "operation">): onSendHookHandler {
  return (request, reply, _payload, done) => {
    const record = describeRequest(request, reply, what);
    if (record !== undefined) meter.record(record, request.quotaUse ?? undefined);
    done();
  };
}

function refuseWhileFull(meter: Meter): preHandlerHookHandler {
  return (_request, _reply, done) => {
    const detail = "Usage cannot be written at the moment.";
    done(meter.isFull() ? new DomainError("OVERLOADED", { detail }) : undefined);
  };
}
