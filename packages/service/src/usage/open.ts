import type { Database } from "@wayfare/database";
import type { FastifyBaseLogger, FastifyInstance, onSendHookHandler, preHandlerHookHandler } from "fastify";
import { isSessionAccess } from "../access/declared.ts";
import type { Clock } from "../clock.ts";
import { ProblemError } from "../http/problem.ts";
import { describeRequest, type RequestRecord, templateOf } from "../requests/record.ts";
import { FileJournal, makeMemoryJournal } from "./journal.ts";
import { takeJournalDirectory } from "./journal-directory.ts";
import { batchRowsOf, Meter } from "./meter.ts";
import { recoverJournals } from "./recover.ts";

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

/** Writes what dead processes left in their journals, and opens one for this process. */
export async function openMeter(parts: OpeningParts): Promise<{ meter: Meter; close: () => Promise<void> }> {
  const { database, clock, log, journalRoot } = parts;
  const { journal, release } =
    journalRoot === null
      ? { journal: makeMemoryJournal(clock.nowMs()), release: () => {} }
      : await openJournal(parts, journalRoot);
  const meter = new Meter({ database, clock, log, journal });
  const timer = setInterval(() => void meter.flushInBackground(), flushEveryMs);
  timer.unref();
  return {
    meter,
    async close() {
      clearInterval(timer);
      await meter.close();
      release();
    },
  };
}

async function openJournal({ database, clock, log, onDamaged = () => {} }: OpeningParts, root: string) {
  const nowMs = clock.nowMs();
  const directory = takeJournalDirectory(root, nowMs);
  try {
    await recoverJournals({ database, clock, log, batchRows: batchRowsOf(database), onDamaged }, directory.leftovers);
  } catch (error) {
    directory.release();
    throw error;
  } finally {
    directory.releaseLeftovers();
  }
  return {
    journal: new FileJournal({ directory: directory.path, nowMs, log }),
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
    if (record !== undefined) meter.record(record);
    done();
  };
}

function refuseWhileFull(meter: Meter): preHandlerHookHandler {
  return (_request, _reply, done) => {
    const detail = "Usage cannot be written at the moment.";
    done(meter.isFull() ? new ProblemError("OVERLOADED", { detail }) : undefined);
  };
}
