import type { Clock } from "@wayfare/contract";
import type { Database } from "@wayfare/database";
import { addressNetwork, getClientAddress } from "@wayfare/egress";
import type { FastifyReply, FastifyRequest } from "fastify";
import { Counter, type Registry } from "prom-client";
import { writeAuditEvent } from "../../audit/store.ts";
import { getSessionCaller } from "../../http/caller.ts";
import { requestLogger } from "../../http/request-log.ts";
import { tooManyAttempts } from "../../http/throttle.ts";
import { listMemberships } from "../users/memberships.ts";
import { SignInFailure, type SignInOutcome, signInOutcomes, type UserReference } from "./failure.ts";
import { type Bucket, consumeTokens, restoreToken } from "./throttle-store.ts";

/** The burst allows for typos of several people; the refill rate limits brute-force attacks. */
const perAddress = { burst: 20, perMinute: 10 };
/** Limit of an IPv6 /48, which is one site with up to 65,536 networks. */
const perSite = { burst: 60, perMinute: 30 };
const perPerson = { burst: 5, perMinute: 1 };
/** Limit of audit events for failed attempts of one user. */
const perAudit = { burst: 10, perMinute: 10 / 60 };

const methods = [
  "password",
  "link",
  "passkey",
  "sso",
  "step_up",
  "password_change",
  "authenticator",
  "sign_up",
] as const;
type SignInMethod = (typeof methods)[number];

/** One attempt to sign in, or to step up the session of a request. */
interface Attempt {
  request: FastifyRequest;
  reply: FastifyReply;
  method: SignInMethod;
}

/** Runs sign-in and step-up attempts: throttles them across all processes, counts them, and audits failures. */
export interface SignInAttempts {
  /**
   * Runs a sign-in attempt. It counts for the IP address and, with `person`, for the claimed user. Unknown addresses count like users.
   *
   * @throws DomainError RATE_LIMITED.
   */
  signIn<T>(attempt: Attempt, person: Person | null, work: () => Promise<T>): Promise<T>;
  /** Runs a step-up attempt, which counts for the user of the session only. */
  confirm<T>(attempt: Attempt, work: () => Promise<T>): Promise<T>;
  /** Runs work after the response, so that its time reveals nothing. Errors are logged. */
  runAfterResponse(exchange: Pick<Attempt, "request" | "reply">, work: () => Promise<void>): void;
  /** Waits for pending audit events and other work after responses. */
  close(): Promise<void>;
}

interface Person {
  /** Name of the throttle, such as an email address. The user id is used instead if the user is known. */
  name: string;
  user: UserReference | undefined;
}

export function makeSignInAttempts({
  database,
  clock,
  registry,
}: {
  database: Database;
  clock: Clock;
  registry: Registry;
}): SignInAttempts {
  const outcomes = new Counter({
    name: "wayfare_sign_in_attempts_total",
    help: "Sign-in and step-up attempts by method and outcome.",
    labelNames: ["method", "outcome"],
    registers: [registry],
  });
  // Initialized to 0, because Prometheus sees an increase from the first failure only if the series exists.
  for (const method of methods) for (const outcome of signInOutcomes) outcomes.inc({ method, outcome }, 0);
  const writing = new Set<Promise<void>>();

  const runAfterResponse: SignInAttempts["runAfterResponse"] = ({ request, reply }, work) => {
    reply.raw.once("close", () => {
      const done = work()
        .catch((error: unknown) => requestLogger(request).error({ err: error }, "work after a response failed"))
        .finally(() => writing.delete(done));
      writing.add(done);
    });
  };
  /** Writes the audit event after the response, so that response times do not reveal which email addresses exist. */
  const auditLater = (attempt: Attempt, outcome: SignInOutcome, user: UserReference): void => {
    runAfterResponse(attempt, () => writeFailure(database, attempt, { outcome, user, nowMs: clock.nowMs() }));
  };
  const fail = (attempt: Attempt, outcome: SignInOutcome, user: UserReference | undefined): void => {
    outcomes.inc({ method: attempt.method, outcome });
    if (user !== undefined && outcome !== "code_required") auditLater(attempt, outcome, user);
  };
  const run = async <T>(
    attempt: Attempt,
    { networks, person }: { networks: readonly Bucket[]; person: Person | null },
    work: () => Promise<T>,
  ): Promise<T> => {
    const name = person === null ? null : `person ${person.user?.id ?? person.name}`;
    const bucket = name === null ? null : { name, ...perPerson };
    const { refusedBy, waitMs } = await consumeTokens(database, { networks, person: bucket }, clock.nowMs());
    if (refusedBy !== null) {
      fail(attempt, refusedBy === "person" ? "throttled_person" : "throttled_address", person?.user);
      throw tooManyAttempts(refusedBy === "person" ? "for this account" : "from this IP address", waitMs);
    }
    const restore = async (): Promise<void> => {
      if (name !== null) await restoreToken(database, name);
    };
    try {
      const result = await work();
      outcomes.inc({ method: attempt.method, outcome: "success" });
      await restore();
      return result;
    } catch (error) {
      if (error instanceof SignInFailure) fail(attempt, error.outcome, error.user ?? person?.user);
      if (!(error instanceof SignInFailure && error.isGuess)) await restore();
      throw error;
    }
  };
  return {
    signIn: (attempt, person, work) => run(attempt, { networks: networksOf(attempt.request), person }, work),
    confirm: (attempt, work) => {
      const { id } = getSessionCaller(attempt.request);
      return run(attempt, { networks: [], person: { name: id, user: { id } } }, work);
    },
    runAfterResponse,
    close: async () => void (await Promise.all(writing)),
  };
}

function networksOf(request: FastifyRequest): Bucket[] {
  const address = getClientAddress(request);
  const network = { name: `network ${addressNetwork(address, 64)}`, ...perAddress };
  const site = addressNetwork(address, 48);
  return site === address ? [network] : [network, { name: `network ${site}`, ...perSite }];
}

/** Writes the audit event in each account of the user, because the credentials open all of them. */
async function writeFailure(
  database: Database,
  { request, method }: Attempt,
  { outcome, user, nowMs }: { outcome: SignInOutcome; user: UserReference; nowMs: number },
): Promise<void> {
  const bucket = { name: `audit ${user.id}`, ...perAudit };
  const { refusedBy } = await consumeTokens(database, { networks: [], person: bucket }, nowMs);
  if (refusedBy !== null) return;
  for (const { accountId } of await listMemberships(database, user.id)) {
    await writeAuditEvent(database, {
      accountId,
      environment: null,
      action: "user.sign_in_failed",
      actor: { kind: "anonymous", id: null, address: getClientAddress(request), requestId: request.id },
      subject: { kind: "user", id: user.id },
      details: { method, outcome },
      nowMs,
    });
  }
}
