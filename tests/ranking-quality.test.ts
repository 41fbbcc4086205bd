import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { type ChoiceSet, toChoiceSet } from "../quality/ranking/choice-set.ts";
import { readChoiceTable } from "../quality/ranking/choice-table.ts";
import { runEvaluation } from "../quality/ranking/command.ts";
import { evaluateChoices } from "../quality/ranking/evaluate.ts";
import { type Fit, fitChoices, utilitiesOf } from "../quality/ranking/fit.ts";
import { measureLikelihood, measureOrder } from "../quality/ranking/measures.ts";
import { drawChoices, type Taste } from "./drawn-choices.ts";

const directory = mkdtempSync(join(tmpdir(), "wayfare-choices-"));
afterAll(() => rmSync(directory, { recursive: true }));

let files = 0;
function write(content: string | Uint8Array): string {
  const path = join(directory, `${++files}.csv`);
  writeFileSync(path, content);
  return path;
}

const asNamed = { names: {}, durationUnit: "minutes" } as const;
const read = async (content: string): Promise<ChoiceSet> => toChoiceSet(await readChoiceTable(write(content), asNamed));

const taste: Taste = { price: 2.2, duration: 4.1, stop: 1, carrier: 0.8, earlyHour: 0.2, lateHour: 0.1 };
const drawn = await read(drawChoices(taste, 2_000, 5));

/** Terms whose true coefficient lies more than four standard errors, or a tenth and 0.15, from the fitted one. */
function missed(fit: Fit, set: ChoiceSet, truth: Taste): string[] {
  const expected: Readonly<Record<string, number>> = { ...truth };
  return set.names.filter((name, at) => {
    const error = Math.abs((fit.coefficients[at] ?? Number.NaN) - (expected[name] ?? Number.NaN));
    const near = 0.15 + 0.1 * Math.abs(expected[name] ?? 0);
    return !(error <= 4 * (fit.standardErrors[at] ?? 0) && error <= near);
  });
}

describe("on choices drawn from known coefficients", () => {
  const fit = fitChoices(drawn);

  test("the fit finds every coefficient within four standard errors", () => {
    expect(drawn.names).toEqual(Object.keys(taste));
    expect(missed(fit, drawn, taste)).toEqual([]);
  });

  test.each(["price", "duration", "stop", "carrier", "earlyHour", "lateHour"] as const)(
    "a wrong coefficient of %s is told",
    (name) => {
      expect(missed(fit, drawn, { ...taste, [name]: 2 * taste[name] })).toEqual([name]);
    },
  );

  test("choices of another taste are not taken for this one", async () => {
    const other = await read(drawChoices({ ...taste, price: 3.2, stop: 0.4 }, 2_000, 5));
    expect(missed(fitChoices(other), other, taste)).toEqual(expect.arrayContaining(["price", "stop"]));
  });

  test("no coefficients nearby are likelier, and the standard errors are those of the curvature", () => {
    const likelihoodAt = (coefficients: number[]) =>
      measureLikelihood(drawn, utilitiesOf(drawn, coefficients)).logLikelihood;
    for (const [at, error] of fit.standardErrors.entries()) {
      const moved = (by: number) => fit.coefficients.map((value, i) => (i === at ? value + by : value));
      const [below, above] = [likelihoodAt(moved(-error)), likelihoodAt(moved(error))];
      expect(Math.max(below, above)).toBeLessThan(fit.logLikelihood);
      // One standard error with the others held costs at least half a unit of log-likelihood (Wilks).
      expect(fit.logLikelihood - Math.max(below, above)).toBeGreaterThan(0.45);
    }
  });

  test("the fitted order foretells more than the plain ones, and likelier than coefficients of another taste", () => {
    const { orders } = evaluateChoices(drawn, { folds: 5, seed: 1 });
    const top1 = Object.fromEntries(orders.map((row) => [row.order, row.top1]));
    const likelihood = Object.fromEntries(orders.map((row) => [row.order, row.likelihood?.logLikelihood]));
    expect(top1["fitted, 5 folds"]).toBeGreaterThan(Math.max(top1["cheapest first"] ?? 1, top1["shortest first"] ?? 1));
    expect(likelihood["fitted, 5 folds"]).toBeGreaterThan(likelihood["shipped, business"] ?? 0);
    expect(top1["by chance"]).toBeCloseTo(1 / 12, 10);
    expect(evaluateChoices(drawn, { folds: 5, seed: 1 }).orders).toEqual(orders);
  });
});

describe("measures", () => {
  const table = "session,price,duration,chosen\n";

  test("options that tie share their places", async () => {
    const set = await read(`${table}a,100,60,1\na,100,60,0\na,200,60,0\nb,100,60,0\nb,300,60,1\n`);
    const cheapest = measureOrder(set, utilitiesOf(set, [1]));
    expect(cheapest).toEqual({ top1: 0.25, top3: 1, top5: 1, meanReciprocalRank: (0.75 + 0.5) / 2 });
  });

  test("equal shares have a rho² of 0", async () => {
    const set = await read(`${table}a,100,60,1\na,120,60,0\n`);
    expect(measureLikelihood(set, utilitiesOf(set, []))).toEqual({ logLikelihood: -Math.LN2, rhoSquared: 0 });
  });
});

describe("a table", () => {
  const small = drawChoices(taste, 60, 9);

  test("may call its columns otherwise, count in hours, use tabs, and say nothing of stops or hours", async () => {
    const rows = small
      .trim()
      .split("\n")
      .map((line) => line.split(","));
    const renamed = rows.map(([session, , price, minutes, , , , , chosen], at) =>
      [chosen, session, price, at === 0 ? "Elapsed" : String(Number(minutes) / 60)].join("\t"),
    );
    renamed[0] = "picked\tsearch\tfare usd\tElapsed";
    const args = ["--session", "search", "--price", "fare usd", "--duration", "Elapsed", "--chosen", "picked"];
    const output = await runEvaluation([write(renamed.join("\r\n")), ...args, "--duration-unit", "hours"]);
    const evaluation = JSON.parse(output.json);
    expect(evaluation).toMatchObject({ sessions: 60, options: 720, fit: { names: ["price", "duration"] } });
    expect(output.text).toContain("| price |");
  });

  test("may hold quotes, separators and line ends in its names, and sessions that are not together", async () => {
    const set = await read(
      'session,price,duration,chosen\n"a, ""1""\n",100,60,1\n__proto__,90,60,0\n"a, ""1""\n",90,60,0\n__proto__,100,60,1\n',
    );
    expect([...set.start]).toEqual([0, 2, 4]);
  });

  test("passes over sessions without a choice or with one option, and counts them", async () => {
    const path = write("session,price,duration,chosen\na,1,1,0\na,2,1,0\nb,1,1,1\nc,1,1,1\nc,2,2,0\n");
    expect(await readChoiceTable(path, asNamed)).toMatchObject({ withoutChoice: 1, ofOneOption: 1 });
  });

  const head = "session,price,duration,stops,carriers,departure,chosen\n";
  test.each<[string, string | Uint8Array, string]>([
    ["no line", "", "the file is empty"],
    ["a header alone", head, "no session to learn from"],
    ["no price column", "session,duration,chosen\n", 'line 1: no column "price" among "session", "duration", "chosen"'],
    ["two price columns", "session,price,price,duration,chosen\n", 'line 1: two columns are called "price"'],
    ["words for a price", `${head}a,dear,60,0,1,09:00,1\n`, 'line 2, column price: "dear" is not a number above 0'],
    ["a price of 0", `${head}a,0,60,0,1,09:00,1\n`, 'line 2, column price: "0" is not a number above 0'],
    ["an infinite price", `${head}a,1e999,60,0,1,09:00,1\n`, 'line 2, column price: "1e999"'],
    ["half a stop", `${head}a,10,60,0.5,1,09:00,1\n`, "line 2, column stops"],
    ["no carrier", `${head}a,10,60,0,-,09:00,1\n`, "line 2, column carriers"],
    [
      "an hour that no day has",
      `${head}a,10,60,0,1,24:00,1\n`,
      'line 2, column departure: "24:00" is not a local time',
    ],
    ["perhaps for a choice", `${head}a,10,60,0,1,09:00,perhaps\n`, 'line 2, column chosen: "perhaps" is not 1 or 0'],
    ["a field too few", `${head}\na,10,60,0,1,09:00\n`, "line 3: 6 fields, where the header has 7"],
    [
      "two choices",
      `${head}a,1,1,0,1,9:00,1\na,1,1,0,1,9:00,1\n`,
      'line 3, column chosen: session "a" has chosen on line 2',
    ],
    ["an open quote", `${head}"a,10,60,0,1,09:00,1\n`, "line 2: a quote is not closed"],
    ["text after a quote", `${head}"a"b,10,60,0,1,09:00,1\n`, "line 2: text after a closing quote"],
    ["a NUL", `${head}a\0,10,60,0,1,09:00,1\n`, "line 2: a NUL character"],
    ["bytes that are not UTF-8", Uint8Array.of(0x61, 0xff, 0xfe), "the file is not UTF-8"],
    ["a record without end", `${head}"${"a".repeat(1_000_100)}`, "line 2: a record of over 1000000 characters"],
    ["options all alike", `${head}a,1,1,0,1,9:00,1\na,1,1,0,1,9:00,0\n`, "never differ in anything the model knows"],
    ["a price that tells every choice", separated(), "price tells every choice"],
    ["duration and price that say the same", collinear(), "duration cannot be told from price"],
    ["fewer sessions than folds", `${head}a,1,1,0,1,9:00,1\na,2,1,0,1,9:00,0\n`, "sessions: 1, too few for 5 folds"],
  ])("with %s is refused", async (_, content, message) => {
    await expect(runEvaluation([write(content)])).rejects.toThrow(message);
  });

  test("with many faults names the first ten of them", async () => {
    const path = write(head + "a,x,60,0,1,09:00,1\n".repeat(1_000));
    const fault = await readChoiceTable(path, asNamed).then(() => "", String);
    expect(fault.match(/column price/g)).toHaveLength(10);
  });

  test("of two hundred thousand rows is read and fitted", async () => {
    const set = await read(drawChoices(taste, 17_000, 3));
    expect(set.terms.length / set.names.length).toBe(204_000);
    expect(missed(fitChoices(set), set, taste)).toEqual([]);
  });
});

test("the command tells of a fault in one line, without a stack", () => {
  const script = join(import.meta.dirname, "../quality/ranking.ts");
  const run = spawnSync(process.execPath, [script, write("session,price\n")], { encoding: "utf8" });
  expect(run.status).toBe(1);
  expect(run.stderr).toBe('line 1: no column "duration" among "session", "price"; name it with --duration NAME.\n');
});

test.each([
  [["a.csv", "--folds", "1"], "--folds 1"],
  [["a.csv", "--duration-unit", "days"], "--duration-unit days"],
  [["a.csv", "--speed", "1"], "--speed"],
  [[], "one file, please"],
  [["/nowhere/a.csv"], "ENOENT"],
])("the arguments %j are refused", async (args, message) => {
  await expect(runEvaluation(args)).rejects.toThrow(message);
});

function separated(): string {
  const rows = Array.from({ length: 20 }, (_, at) => `s${at},100,60,1\ns${at},${110 + at},60,0\n`);
  return `session,price,duration,chosen\n${rows.join("")}`;
}

function collinear(): string {
  const row = (session: number, of: number, chosen: number) => `s${session},${of},${of},${chosen}\n`;
  const rows = Array.from({ length: 20 }, (_, at) => row(at, 100, at % 3 ? 1 : 0) + row(at, 120 + at, at % 3 ? 0 : 1));
  return `session,price,duration,chosen\n${rows.join("")}`;
}
