import {
  type CallBudget,
  type CallOptions,
  type CallOutcome,
  type CallPermit,
  CredentialGate,
  SupplierSkipped,
} from "@wayfare/suppliers";
import { describe, expect, test } from "vitest";
import type { FromThread, ToThread } from "../../src/threads/messages.ts";
import { PermitTable } from "../../src/threads/permit-table.ts";
import { RemoteBudgets } from "../../src/threads/remote-budgets.ts";

const says = { rateLimit: null, retryAtMs: null };
const outcome: CallOutcome = { ...says, billed: true, status: 200, tookMs: 12, health: "answered" };
const unused: CallOutcome = { ...says, billed: false, status: null, tookMs: 0, health: "unknown" };

/** A budget whose permits a test grants or refuses. */
function openBudget() {
  const requests: {
    grant(): void;
    refuse(error: Error): void;
    signal: AbortSignal;
    options?: CallOptions | undefined;
  }[] = [];
  const settled: CallOutcome[] = [];
  return {
    requests,
    settled,
    acquire(signal: AbortSignal, options?: CallOptions) {
      const { promise, resolve, reject } = Promise.withResolvers<CallPermit>();
      requests.push({
        grant: () => resolve({ settle: (each) => void settled.push(each) }),
        refuse: reject,
        signal,
        options,
      });
      return promise;
    },
  };
}

/** A search thread and its permits on the main thread. Messages wait until a test delivers them. */
function open() {
  const budget = openBudget();
  const toMain: FromThread[] = [];
  const toThread: ToThread[] = [];
  const table = new PermitTable((message) => void toThread.push(message));
  const startThread = () => new RemoteBudgets((message) => void toMain.push(message));
  const state = { thread: startThread() };
  const credential = { id: "cred_1", secret: "secret", partition: "live" } as const;
  return {
    budget,
    credential,
    acquire(signal = new AbortController().signal, options?: CallOptions) {
      const access = state.thread.accessOf(7, [{ supplier: "duffel", credential }]).get("duffel");
      if (access === undefined) throw new Error("no access");
      return access.budget.acquire(signal, options);
    },
    deliverToMain() {
      for (const message of toMain.splice(0)) {
        if (message.type === "acquire" || message.type === "abandon" || message.type === "settle") {
          table.handle(message, message.type === "acquire" && message.supplier === "duffel" ? budget : undefined);
        }
      }
    },
    async deliverToThread() {
      await Promise.resolve();
      for (const message of toThread.splice(0)) if (message.type === "acquired") state.thread.handle(message);
    },
    restart() {
      table.clear();
      toMain.length = 0;
      toThread.length = 0;
      state.thread = startThread();
    },
    table,
  };
}

/** Requests a permit and grants it. */
async function acquireGranted(run: ReturnType<typeof open>, signal?: AbortSignal): Promise<CallPermit> {
  const acquired = run.acquire(signal);
  run.deliverToMain();
  run.budget.requests.at(-1)?.grant();
  await run.deliverToThread();
  return acquired;
}

test("grants a permit for a call, and settles it once with its outcome", async () => {
  const run = open();
  const permit = await acquireGranted(run);
  permit.settle(outcome);
  permit.settle({ ...outcome, status: 500 });
  run.deliverToMain();
  expect(run.budget.settled).toEqual([outcome]);
});

test("says that a call belongs to one that was counted", async () => {
  const run = open();
  void run.acquire(undefined, { isFollowUp: true });
  void run.acquire();
  run.deliverToMain();
  expect(run.budget.requests.map(({ options }) => options)).toEqual([{ isFollowUp: true }, {}]);
});

test("rejects with the reason of a refused permit", async () => {
  const run = open();
  const acquired = run.acquire();
  run.deliverToMain();
  run.budget.requests[0]?.refuse(new SupplierSkipped("budget", "no calls left"));
  const refused = expect(acquired).rejects.toSatisfy(
    (error: unknown) => error instanceof SupplierSkipped && error.reason === "budget",
  );
  await run.deliverToThread();
  await refused;
});

test("refuses a permit after the search has ended", async () => {
  const run = open();
  const refused = expect(run.acquire()).rejects.toThrow("the search has no access to the supplier");
  run.table.handle({ type: "acquire", id: 7, supplier: "duffel", acquisition: 1 }, undefined);
  await run.deliverToThread();
  await refused;
});

describe("a permit that the search no longer needs", () => {
  test("is not requested if the search was aborted before", async () => {
    const run = open();
    await expect(run.acquire(AbortSignal.abort(new Error("gone")))).rejects.toThrow("gone");
    run.deliverToMain();
    expect(run.budget.requests).toEqual([]);
  });

  test("stops its wait, and is settled as unused if it is granted nevertheless", async () => {
    const run = open();
    const caller = new AbortController();
    const acquired = expect(run.acquire(caller.signal)).rejects.toThrow("gone");
    run.deliverToMain();
    caller.abort(new Error("gone"));
    run.deliverToMain();
    await acquired;
    const [request] = run.budget.requests;
    expect(request?.signal.aborted).toBe(true);
    request?.grant();
    await run.deliverToThread();
    expect(run.budget.settled).toEqual([unused]);
  });

  test("is settled as unused once if the grant and the abort cross", async () => {
    const run = open();
    const caller = new AbortController();
    const acquired = expect(run.acquire(caller.signal)).rejects.toThrow("gone");
    run.deliverToMain();
    run.budget.requests[0]?.grant();
    await Promise.resolve();
    caller.abort(new Error("gone"));
    await run.deliverToThread();
    run.deliverToMain();
    await acquired;
    expect(run.budget.settled).toEqual([unused]);
  });
});

describe("a thread that stops", () => {
  test("leaves its granted permits unsettled, so that they count as billed", async () => {
    const run = open();
    const permit = await acquireGranted(run);
    run.restart();
    permit.settle(outcome);
    await acquireGranted(run);
    expect(run.budget.settled).toEqual([]);
  });

  test("does not pass a permit that is granted later to its successor", async () => {
    const run = open();
    void run.acquire();
    run.deliverToMain();
    run.restart();
    const acquired = run.acquire();
    run.deliverToMain();
    expect(run.budget.requests.map(({ signal }) => signal.aborted)).toEqual([true, false]);
    run.budget.requests[0]?.grant();
    await run.deliverToThread();
    expect(run.budget.settled).toEqual([unused]);
    run.budget.requests[1]?.grant();
    await run.deliverToThread();
    (await acquired).settle(outcome);
    run.deliverToMain();
    expect(run.budget.settled).toEqual([unused, outcome]);
  });
});

describe("threads of one credential", () => {
  /** Two threads whose calls pass one gate on the main thread, as those of a service do. */
  function openThreads() {
    const gate = new CredentialGate();
    const budget: CallBudget = {
      async acquire() {
        const pass = gate.enter(0);
        return { settle: (each) => void gate.leave(pass, each, 0) };
      },
    };
    const threads = [0, 1].map(() => {
      const remote = new RemoteBudgets((message) => {
        if (message.type === "acquire" || message.type === "abandon" || message.type === "settle") {
          table.handle(message, budget);
        }
      });
      const table: PermitTable = new PermitTable((message) => {
        if (message.type === "acquired") remote.handle(message);
      });
      const credential = { id: "cred_1", secret: "secret", partition: "live" } as const;
      const access = remote.accessOf(7, [{ supplier: "duffel", credential }]).get("duffel");
      return async (result: CallOutcome) =>
        (await access?.budget.acquire(new AbortController().signal))?.settle(result);
    });
    return { gate, first: threads[0] ?? fail, second: threads[1] ?? fail };
  }
  const fail = async (): Promise<void> => {
    throw new Error("no thread");
  };

  test("have one breaker: failures of one and answers of the other in turn do not open it", async () => {
    const { first, second } = openThreads();
    for (let round = 0; round < 10; round++) {
      await first({ ...outcome, status: 500, health: "outage" });
      await second(outcome);
    }
    for (let failures = 0; failures < 5; failures++) await first({ ...outcome, status: 500, health: "outage" });
    await expect(second(outcome)).rejects.toMatchObject({ reason: "breaker" });
  });

  test("have one rate limit: a refusal of one stops the other", async () => {
    const { first, second } = openThreads();
    await first({ ...outcome, status: 429, health: "refused", retryAtMs: 30_000 });
    await expect(second(outcome)).rejects.toMatchObject({ reason: "busy" });
  });
});
