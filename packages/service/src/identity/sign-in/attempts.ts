import type { Clock } from "@wayfare/contract";
import type { Database } from "@wayfare/database";
import { addressNetwork, addressOf } from "@wayfare/egress";
import type { FastifyReply, FastifyRequest } from "fastify";
import { Counter, type Registry } from "prom-client";
import { writeAuditEvent } from "../../audit/store.ts";
import { getSessionCaller } from "../../http/caller.ts";
import { logOf } from "../../http/request-log.ts";
import { tooManyAttempts } from "../../http/throttle.ts";
import { type NamedUser, SignInFailure, type SignInOutcome, signInOutcomes } from "./failure.ts";
import { type Bucket, consumeTokens, restoreToken } from "./throttle-store.ts";

/** Enough for a household that mistypes; the second number bounds a guesser in the long run. */
const perAddress = { burst: 20, perMinute: 10 };
/** An IPv6 /48 is one site with up to 65,536 networks of its own. */
const perSite = { burst: 60, perMinute: 30 };
const perPerson = { burst: 5, perMinute: 1 };
/** Audit events of failures that an account gets of one user. */
const perAudit = { burst: 10, perMinute: 10 / 60 };

const methods = ["password", "link", "passkey", "step_up", "password_change", "authenticator"] as const;
type SignInMethod = (typeof methods)[number];

/** One attempt to sign in, or to confirm the session of a request. */
interface Attempt {
  request: FastifyRequest;
  reply: FastifyReply;
  method: SignInMethod;
}

/** Runs attempts to prove who somebody is: throttled over all processes, counted, and written into the audit trail where they fail. */
export interface SignInAttempts {
  /**
   * An attempt of somebody who is not signed in, which counts for their address and, with `person`, for whom they claim to be. An unknown
   * address counts like a user. @throws DomainError RATE_LIMITED.
   */
  signIn<T>(attempt: Attempt, person: Person | null, work: () => Promise<T>): Promise<T>;
  /** An attempt to confirm the session of a request, which counts for its user alone. */
  confirm<T>(attempt: Attempt, work: () => Promise<T>): Promise<T>;
  /** Waits for audit events that are still being written. */
  close(): Promise<void>;
}

interface Person {
  /** Such as an e-mail address; the id of a user counts instead where it is known. */
  name: string;
  user: NamedUser | undefined;
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
    help: "Attempts to sign in or to confirm a session, by method and outcome.",
    labelNames: ["method", "outcome"],
    registers: [registry],
  });
  // An increase is seen from the first failure on only where the series was there before.
  for (const method of methods) for (const outcome of signInOutcomes) outcomes.inc({ method, outcome }, 0);
  const writing = new Set<Promise<void>>();

  /** After the response: an attempt takes as long for an address that nobody signs in with. */
  const auditLater = (attempt: Attempt, outcome: SignInOutcome, user: NamedUser): void => {
    attempt.reply.raw.once("close", () => {
      const written = writeFailure(database, attempt, { outcome, user, nowMs: clock.nowMs() })
        .catch((error: unknown) =>
          logOf(attempt.request).error({ err: error }, "audit event of a failed sign-in not written"),
        )
        .finally(() => writing.delete(written));
      writing.add(written);
    });
  };
  const fail = (attempt: Attempt, outcome: SignInOutcome, user: NamedUser | undefined): void => {
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
      throw tooManyAttempts(refusedBy === "person" ? "for this account" : "from this address", waitMs);
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
      const { id, accountId } = getSessionCaller(attempt.request);
      return run(attempt, { networks: [], person: { name: id, user: { id, accountId } } }, work);
    },
    close: async () => void (await Promise.all(writing)),
  };
}

function networksOf(request: FastifyRequest): Bucket[] {
  const address = addressOf(request);
  const network = { name: `network ${addressNetwork(address, 64)}`, ...perAddress };
  const site = addressNetwork(address, 48);
  return site === address ? [network] : [network, { name: `network ${site}`, ...perSite }];
}

async function writeFailure(
  database: Database,
  { request, method }: Attempt,
  { outcome, user, nowMs }: { outcome: SignInOutcome; user: NamedUser; nowMs: number },
): Promise<void> {
  const bucket = { name: `audit ${user.id}`, ...perAudit };
  const { refusedBy } = await consumeTokens(database, { networks: [], person: bucket }, nowMs);
  if (refusedBy !== null) return;
  await writeAuditEvent(database, {
    accountId: user.accountId,
    environment: null,
    action: "user.sign_in_failed",
    actor: { kind: "anonymous", id: null, address: addressOf(request), requestId: request.id },
    subject: { kind: "user", id: user.id },
    details: { method, outcome },
    nowMs,
  });
}
