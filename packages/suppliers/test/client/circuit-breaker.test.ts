import fc from "fast-check";
import { expect, test } from "vitest";
import { afterAnswer, afterFailure, type BreakerState, closedBreaker } from "../../src/client/circuit-breaker.ts";

const options = { maxFailures: 3, openMs: 1000, maxOpenMs: 3000 };

function failing(times: number, atMs = 0): BreakerState {
  let state = closedBreaker;
  for (let failures = 0; failures < times; failures++) state = afterFailure(state, { atMs, isProbe: false }, options);
  return state;
}

test("opens after consecutive failures only", () => {
  expect(failing(2).openUntilMs).toBeNull();
  const again = afterFailure(afterAnswer(failing(2), 1), { atMs: 1, isProbe: false }, options);
  expect(again).toMatchObject({ failures: 1, openUntilMs: null });
  expect(failing(3)).toMatchObject({ openedAtMs: 0, openUntilMs: 1000 });
});

test("stays open twice as long after each failed probe, up to a maximum", () => {
  let state = failing(3);
  for (const openMs of [2000, 3000, 3000]) {
    const atMs = state.openUntilMs ?? Number.NaN;
    state = afterFailure(state, { atMs, isProbe: true }, options);
    expect(state).toMatchObject({ openMs, openUntilMs: atMs + openMs });
  }
});

test("ignores calls that were pending when it opened, except one that ends with an answer later", () => {
  const open = failing(3, 500);
  expect(afterFailure(open, { atMs: 600, isProbe: false }, options)).toBe(open);
  expect(afterAnswer(open, 499)).toBe(open);
  expect(afterAnswer(open, 600)).toBe(closedBreaker);
});

/** The breaker as a list of its calls, from which each answer is computed again. */
class BreakerModel {
  readonly #history: { kind: "answer" | "failure"; atMs: number; isProbe: boolean }[] = [];

  add(kind: "answer" | "failure", atMs: number, isProbe: boolean): void {
    this.#history.push({ kind, atMs, isProbe });
  }

  get openUntilMs(): number | null {
    const lastAnswer = this.#history.findLastIndex(({ kind }) => kind === "answer");
    const failures = this.#history.slice(lastAnswer + 1);
    const opening = failures[options.maxFailures - 1];
    if (opening === undefined) return null;
    const probes = failures.slice(options.maxFailures).filter(({ isProbe }) => isProbe);
    const openMs = Math.min(options.openMs * 2 ** probes.length, options.maxOpenMs);
    return (probes.at(-1) ?? opening).atMs + openMs;
  }
}

test("behaves as a model that computes each state from the whole history", () => {
  const step = fc.record({ kind: fc.constantFrom("answer", "failure", "failure", "failure"), waitMs: fc.nat(1500) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const model = new BreakerModel();
      let state: BreakerState = closedBreaker;
      let nowMs = 0;
      for (const { kind, waitMs } of steps) {
        nowMs += waitMs;
        // Every call is pending for no time; while the breaker is open, only one after its end is a probe.
        const isProbe = state.openUntilMs !== null && nowMs >= state.openUntilMs;
        const outcome = kind === "answer" ? "answer" : "failure";
        model.add(outcome, nowMs, isProbe);
        state =
          outcome === "answer" ? afterAnswer(state, nowMs) : afterFailure(state, { atMs: nowMs, isProbe }, options);
        expect(state.openUntilMs).toBe(model.openUntilMs);
      }
    }),
    { seed: 1, numRuns: 500 },
  );
});
