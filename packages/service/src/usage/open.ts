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
import { lockJournalDirectory } from "./journal-directory.ts";
import type { ChargeKey } from "./journal-line.ts";
import { batchRowsOf, Meter, type MeterDeps } from "./meter.ts";
import { RecordGroup } from "./record-group.ts";
import { RetainedJournals } from "./retained-journals.ts";

interface OpenMeterDeps {
  database: Database;
  clock: Clock;
  log: FastifyBaseLogger;
  /** Directory of the journals of this machine's processes; null disables journals. */
  journalRoot: string | null;
  /** Called with the number of damaged lines in recovered journals, if any. */
  onDamaged?: (lines: number) => void;
  onWritten?: MeterDeps["onWritten"];
  logRetentionMs?: number;
}

const flushEveryMs = 1000;
/** Interval at which the journal's position is verified, so that usage is replayed after a failover even without requests. */
const verifyEveryMs = 30_000;

interface OpenedMeter {
  meter: Meter;
  /** Id of this process's journal, which is also the holder of its quota leases. */
  journalId: string;
  readBacklog(): Meter["backlog"];
  close(): Promise<void>;
}

/** Writes the journals of dead processes to the database, settles their quota leases, and opens a journal for this process. */
export async function openMeter(deps: OpenMeterDeps): Promise<OpenedMeter> {
  const { database, clock, log, journalRoot } = deps;
  const { journal, retained, release } =
    journalRoot === null
      ? { journal: makeMemoryJournal(clock.nowMs()), retained: undefined, release: () => {} }
      : await openJournal(deps, journalRoot);
  const { onWritten, logRetentionMs } = deps;
  const meter = new Meter({
    database,
    clock,
    log,
    journal,
    ...(onWritten === undefined ? {} : { onWritten }),
    ...(logRetentionMs === undefined ? {} : { logRetentionMs }),
  });
  const flushing = setInterval(() => void meter.flushInBackground(), flushEveryMs);
  let verification: Promise<void> | undefined;
  const verify = async (): Promise<void> => {
    try {
      await meter.verify();
      await retained?.check();
    } catch (error) {
      log.warn({ err: error }, "usage journal position check failed");
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

async function openJournal({ database, clock, log, onDamaged }: OpenMeterDeps, root: string) {
  const nowMs = clock.nowMs();
  const directory = lockJournalDirectory(root, nowMs);
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

/** Time that a response waits for its charge to be written. A charge that takes longer is in the journal and is written later. */
const chargeWaitMs = 1000;

interface MeterRouteDeps {
  meter: Meter;
  database: Database;
  clock: Clock;
}

declare module "fastify" {
  interface FastifyRequest {
    /** Charge key of a search with an Idempotency-Key. */
    chargeKey: ChargeKey | null;
  }
}

/**
 * Meters every authenticated request before its response is sent, and rejects metered operations while too many records are pending.
 * Requests of the portal are not metered.
 */
export function registerMeter(app: FastifyInstance, deps: MeterRouteDeps): void {
  const { meter } = deps;
  const group = new RecordGroup(meter);
  app.decorateRequest("chargeKey", null);
  app.addHook("onRoute", (route) => {
    const { access, operation = null } = route.config ?? {};
    if (access === undefined || access === "public" || isSessionAccess(access)) return;
    const record = recordRequest(deps, group, { route: templateOf(route.url), operation });
    route.onSend = [...[route.onSend ?? []].flat(), record];
    if (operation === null) return;
    route.preHandler = [refuseWhileFull(meter), findCharge(deps), ...[route.preHandler ?? []].flat()];
  });
}

function recordRequest(
  { meter }: MeterRouteDeps,
  group: RecordGroup,
  kind: Pick<RequestRecord, "route" | "operation">,
): onSendHookHandler {
  return (request, reply, _payload, done) => {
    const { chargeKey, quotaUse } = request;
    if (chargeKey !== null && reply.statusCode !== 200) unmarkReplay(reply);
    const record = describeRequest(request, reply, kind);
    if (record !== undefined && record.operation !== null && chargeKey !== null) {
      const charged = () => done();
      charge(meter, { request, reply, record, chargeKey }).then(charged, done);
      return;
    }
    if (record === undefined) done();
    else group.add({ record, use: quotaUse ?? undefined, done });
  };
}

interface ChargedRequest {
  request: FastifyRequest;
  reply: FastifyReply;
  record: RequestRecord;
  chargeKey: ChargeKey;
}

/** Charges a search unless another one with its key was charged while it ran. */
async function charge(meter: Meter, { request, reply, record, chargeKey }: ChargedRequest): Promise<void> {
  const unit = request.searchUnit?.hold();
  const charged = meter.recordCharge(record, { ...chargeKey, periodStartMs: unit?.periodStartMs ?? null });
  const settled = charged.then((isFirst) => {
    unit?.settle(isFirst);
    if (!isFirst) markReplay(reply);
    return isFirst;
  });
  await withTimeout(chargeWaitMs, settled).catch(() => {});
}

/** Looks up the charge of a search with an Idempotency-Key, and marks the reply as a replay if it exists. */
function findCharge({ database, clock }: MeterRouteDeps): preHandlerAsyncHookHandler {
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
    const detail = "Usage cannot be recorded at the moment.";
    done(meter.isFull() ? new DomainError("OVERLOADED", { detail }) : undefined);
  };
}
