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

/** Writes what dead processes left in their journals, and opens one for this process. */
export async function openMeter(parts: OpeningParts): Promise<{ meter: Meter; close(): Promise<void> }> {
  const { database, clock, log, journalRoot } = parts;
  const nowMs = clock.nowMs();
  if (journalRoot === null) {
    const meter = new Meter({ database, clock, log, journal: makeMemoryJournal(nowMs) });
    return { meter, close: () => meter.close() };
  }
  const directory = takeJournalDirectory(journalRoot, nowMs);
  try {
    await recoverJournals({ database, clock, log, batchRows: batchRowsOf(database) }, directory.leftovers);
  } catch (error) {
    directory.releaseLeftovers();
    directory.release();
    throw error;
  }
  directory.releaseLeftovers();
  const meter = new Meter({
    database,
    clock,
    log,
    journal: new FileJournal({ directory: directory.path, nowMs, log }),
  });
  return {
    meter,
    async close() {
      await meter.close();
      directory.release();
    },
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
