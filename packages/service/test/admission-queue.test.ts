import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { SearchLine } from "../src/overload/search-line.ts";

const deadlineMs = 5000;
const standingMs = 500;

interface Load {
  /** One server answers them one after the other, each in so long. */
  serviceMs: number;
  /** The instants at which searches come. */
  arrivalsMs: readonly number[];
}

interface Outcome {
  arrivedMs: number;
  /** Undefined where it was refused. */
  tookMs?: number;
}

/** A line before one server, in a time of its own: whoever is let in is answered in the order of coming. */
function makeServer() {
  let nowMs = 0;
  const line = new SearchLine({ deadlineMs, standingMs, nowMs: () => nowMs });
  const answers: { doneMs: number; answer: () => void }[] = [];
  const outcomes: Outcome[] = [];
  let freeAtMs = 0;

  async function answerUntil(untilMs: number): Promise<void> {
    for (let next = answers[0]; next !== undefined && next.doneMs <= untilMs; next = answers[0]) {
      answers.shift();
      nowMs = next.doneMs;
      next.answer();
      // What awaits the answer goes on before time does.
      for (let n = 0; n < 5; n++) await Promise.resolve();
    }
    nowMs = Math.max(nowMs, untilMs);
  }

  async function face({ serviceMs, arrivalsMs }: Load): Promise<Outcome[]> {
    outcomes.length = 0;
    for (const arrivedMs of arrivalsMs) {
      await answerUntil(arrivedMs);
      if (line.isFull()) {
        outcomes.push({ arrivedMs });
        continue;
      }
      freeAtMs = Math.max(freeAtMs, nowMs) + serviceMs;
      const doneMs = freeAtMs;
      outcomes.push({ arrivedMs, tookMs: doneMs - arrivedMs });
      void line.run(() => new Promise<void>((answer) => answers.push({ doneMs, answer })));
    }
    await answerUntil(freeAtMs);
    return [...outcomes];
  }

  return { line, face, nowMs: () => nowMs };
}

/** So many a second for so long, evenly, from an instant on. */
function evenly(perSecond: number, seconds: number, fromMs = 0): number[] {
  return Array.from({ length: Math.floor(perSecond * seconds) }, (_, n) => fromMs + (n * 1000) / perSecond);
}

const answered = (outcomes: readonly Outcome[]) =>
  outcomes.flatMap(({ tookMs }) => (tookMs === undefined ? [] : [tookMs]));

describe("a line of searches", () => {
  test("takes of a burst what can be answered before the deadline, and refuses the rest at once", async () => {
    const { face, nowMs } = makeServer();
    await face({ serviceMs: 10, arrivalsMs: evenly(50, 10) });
    const burst = await face({ serviceMs: 10, arrivalsMs: Array<number>(1000).fill(nowMs() + 1000) });
    const times = answered(burst);
    expect(times.length).toBeGreaterThan(350);
    expect(times.length).toBeLessThan(450);
    expect(Math.max(...times)).toBeLessThan(deadlineMs);
  });

  test("is held down once it has stood, while nobody who answers is idle", async () => {
    const { face } = makeServer();
    const outcomes = await face({ serviceMs: 10, arrivalsMs: evenly(400, 20) });
    const late = answered(outcomes.filter(({ arrivedMs }) => arrivedMs > 5000));
    expect(Math.max(...late)).toBeLessThan(standingMs * 1.1);
    expect(Math.min(...late)).toBeGreaterThan(standingMs * 0.8);
    expect(answered(outcomes).length).toBeGreaterThan(20 * 100 * 0.98);
  });

  test("takes a burst again after it has been short", async () => {
    const { face, nowMs } = makeServer();
    await face({ serviceMs: 10, arrivalsMs: evenly(400, 10) });
    await face({ serviceMs: 10, arrivalsMs: evenly(20, 2, nowMs()) });
    const burst = await face({ serviceMs: 10, arrivalsMs: Array<number>(200).fill(nowMs()) });
    expect(answered(burst)).toHaveLength(200);
  });

  test("refuses nobody under nine tenths of what can be answered, and nobody whom it lets in is late", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 2, max: 40 }),
        fc.double({ min: 0.1, max: 8, noNaN: true }),
        fc.integer({ min: 0, max: 300 }),
        async (serviceMs, multiple, burst) => {
          const { face, nowMs } = makeServer();
          const capacity = 1000 / serviceMs;
          const modest = await face({ serviceMs, arrivalsMs: evenly(capacity * 0.9, 5) });
          expect(answered(modest)).toHaveLength(modest.length);
          const fromMs = nowMs();
          const arrivalsMs = [...Array<number>(burst).fill(fromMs), ...evenly(capacity * multiple, 4, fromMs)];
          expect(Math.max(0, ...answered(await face({ serviceMs, arrivalsMs })))).toBeLessThan(deadlineMs);
        },
      ),
      { seed: 5, numRuns: 60 },
    );
  });

  test("lets a few in whatever it expects, for nothing can be measured otherwise", async () => {
    const { line, face } = makeServer();
    await face({ serviceMs: 4000, arrivalsMs: evenly(0.2, 600) });
    expect(line.expectedMs).toBeGreaterThan(standingMs);
    expect(line.isFull()).toBe(false);
  });

  test("learns nothing from what failed, and counts it no longer", async () => {
    const line = new SearchLine({ deadlineMs, standingMs, nowMs: () => 0 });
    const before = line.msPerSearch;
    await expect(line.run(() => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
    expect([line.msPerSearch, line.length]).toEqual([before, 0]);
  });
});
