import { type Clock, DomainError } from "@wayfare/contract";
import { type Database, withTimeout } from "@wayfare/database";
import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onSendHookHandler,
  preHandlerAsyncHookHandler,
  preHandlerHookHandler,
} from "fastify";
import { isSessionAccess } from "../http/access-declaration.ts";
import { getCaller } from "../http/caller.ts";
import { describeRequest, type RequestRecord, templateOf } from "../requests/record.ts";
import { markReplay, unmarkReplay } from "../storage/idempotency.ts";
import { chargeKeyOf, isCharged } from "./charges.ts";
import { FileJournal, makeMemoryJournal } from "./journal.ts";
import { takeJournalDirectory } from "./journal-directory.ts";
import type { ChargeKey } from "./journal-line.ts";
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

/** How long an answer waits for its charge to be written. A charge that takes longer is in the journal and written later. */
const chargeWaitMs = 1000;

interface MeterRouteParts {
  meter: Meter;
  database: Database;
  clock: Clock;
}

declare module "fastify" {
  interface FastifyRequest {
    /** Of a search with an Idempotency-Key. */
    chargeKey: ChargeKey | null;
  }
}

/**
 * Records every request that was let in, before its answer leaves, and refuses what counts while too much waits to be written. Requests of
 * the portal's own pages are not recorded.
 */
export function registerMeter(app: FastifyInstance, parts: MeterRouteParts): void {
  const { meter } = parts;
  app.decorateRequest("chargeKey", null);
  app.addHook("onRoute", (route) => {
    const { access, operation = null } = route.config ?? {};
    if (access === undefined || access === "public" || isSessionAccess(access)) return;
    const record = recordRequest(meter, { route: templateOf(route.url), operation });
    route.onSend = [...[route.onSend ?? []].flat(), record];
    if (operation === null) return;
    route.preHandler = [refuseWhileFull(meter), findCharge(parts), ...[route.preHandler ?? []].flat()];
  });
}

function recordRequest(meter: Meter, what: Pick<RequestRecord, "route" | "operation">): onSendHookHandler {
  return (request, reply, _payload, done) => {
    const { chargeKey, quotaUse } = request;
    if (chargeKey !== null && reply.statusCode !== 200) unmarkReplay(reply);
    const record = describeRequest(request, reply, what);
    if (record !== undefined && record.operation !== null && chargeKey !== null) {
      const charged = () => done();
      charge(meter, { request, reply, record, chargeKey }).then(charged, done);
      return;
    }
    if (record !== undefined) meter.record(record, quotaUse ?? undefined);
    done();
  };
}

interface ChargedRequest {
  request: FastifyRequest;
  reply: FastifyReply;
  record: RequestRecord;
  chargeKey: ChargeKey;
}

/** Charges a search unless another with its key was charged while it ran. */
async function charge(meter: Meter, { request, reply, record, chargeKey }: ChargedRequest): Promise<void> {
  const unit = request.quotaTicket?.hold();
  const charged = meter.recordCharge(record, { ...chargeKey, periodStartMs: unit?.periodStartMs ?? null });
  const settled = charged.then((isFirst) => {
    unit?.settle(isFirst);
    if (!isFirst) markReplay(reply);
    return isFirst;
  });
  await withTimeout(chargeWaitMs, settled).catch(() => {});
}

/** Looks up the charge of a search with an Idempotency-Key, and marks the reply as a replay if there is one. */
function findCharge({ database, clock }: MeterRouteParts): preHandlerAsyncHookHandler {
  return async (request, reply) => {
    const key = chargeKeyOf(request, clock);
    if (key === undefined) return;
    const caller = getCaller(request);
    request.chargeKey = key;
    request.checkCharged = async () => {
      const isReplayed = await isCharged(database, caller, key);
      if (isReplayed) markReplay(reply);
      return isReplayed;
    };
    await request.checkCharged();
  };
}

function refuseWhileFull(meter: Meter): preHandlerHookHandler {
  return (_request, _reply, done) => {
    const detail = "Usage cannot be written at the moment.";
    done(meter.isFull() ? new DomainError("OVERLOADED", { detail }) : undefined);
  };
}
