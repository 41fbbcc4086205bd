import type { Database } from "@wayfare/database";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import type { Clock } from "../clock.ts";
import { ProblemError } from "../http/problem.ts";
import { describeRequest } from "../requests/record.ts";
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

async function openJournal({ database, clock, log }: OpeningParts, root: string) {
  const nowMs = clock.nowMs();
  const directory = takeJournalDirectory(root, nowMs);
  try {
    await recoverJournals({ database, clock, log, batchRows: batchRowsOf(database) }, directory.leftovers);
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

/** Records every request that was let in, before its answer leaves, and refuses what counts while too much waits to be written. */
export function registerMeter(app: FastifyInstance, meter: Meter): void {
  app.addHook("preHandler", (request, _reply, done) => {
    const refused = request.routeOptions.config.operation !== undefined && meter.isFull();
    done(refused ? new ProblemError("OVERLOADED", { detail: "Usage cannot be written at the moment." }) : undefined);
  });
  app.addHook("onSend", (request, reply, _payload, done) => {
    const record = describeRequest(request, reply);
    if (record !== undefined) meter.record(record);
    done();
  });
}
