import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { profileCoefficients } from "@wayfare/engine";
import { afterAll, describe, expect, test } from "vitest";
import { measureCalibration } from "../quality/ranking/calibration.ts";
import { type ChoiceSet, toChoiceSet } from "../quality/ranking/choice-set.ts";
import { readChoiceTable } from "../quality/ranking/choice-table.ts";
import { runEvaluation } from "../quality/ranking/command.ts";
import { evaluateChoices } from "../quality/ranking/evaluate.ts";
import { type Fit, fitChoices, utilitiesOf } from "../quality/ranking/fit.ts";
import { measureLikelihood, measureOrder } from "../quality/ranking/measures.ts";
import { plantedTaste, scaleWeights, simulateChoices, type UtilityWeights } from "./simulated-choices.ts";

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

const taste = plantedTaste;
const drawn = await read(simulateChoices(taste, 2_000, 5));

/** Returns terms whose true coefficient differs from the fitted one by more than four standard errors, or by more than a tenth and 0.15. */
function missed(fit: Fit, set: ChoiceSet, trueWeights: UtilityWeights): string[] {
  const expected: Readonly<Record<string, number>> = { ...trueWeights };
  return set.names.filter((name, at) => {
    const error = Math.abs((fit.coefficients[at] ?? Number.NaN) - (expected[name] ?? Number.NaN));
    const near = 0.15 + 0.1 * Math.abs(expected[name] ?? 0);
    return !(error <= 4 * (fit.standardErrors[at] ?? 0) && error <= near);
  });
}

describe("with choices simulated from known coefficients", () => {
  const fit = fitChoices(drawn);

  test("fits every coefficient within four standard errors", () => {
    expect([...drawn.names].sort()).toEqual(Object.keys(taste).sort());
    expect(missed(fit, drawn, taste)).toEqual([]);
  });

  test.each(drawn.names)("detects a wrong coefficient of %s", (name) => {
    const planted: Readonly<Record<string, number>> = taste;
    expect(missed(fit, drawn, { ...taste, [name]: 2 * (planted[name] ?? Number.NaN) })).toEqual([name]);
  });

  test("detects choices simulated with other coefficients", async () => {
    const other = await read(simulateChoices({ ...taste, price: 3.2, stop: 0.4 }, 2_000, 5));
    expect(missed(fitChoices(other), other, taste)).toEqual(expect.arrayContaining(["price", "stop"]));
  });

  test("finds the maximum likelihood, with standard errors that match its curvature", () => {
    const likelihoodAt = (coefficients: number[]) =>
      measureLikelihood(drawn, utilitiesOf(drawn, coefficients)).logLikelihood;
    for (const [at, error] of fit.standardErrors.entries()) {
      const moved = (by: number) => fit.coefficients.map((value, i) => (i === at ? value + by : value));
      const [below, above] = [likelihoodAt(moved(-error)), likelihoodAt(moved(error))];
      expect(Math.max(below, above)).toBeLessThan(fit.logLikelihood);
      // Moving one coefficient by one standard error costs at least half a unit of log-likelihood (Wilks).
      expect(fit.logLikelihood - Math.max(below, above)).toBeGreaterThan(0.45);
    }
  });

  test("predicts choices better than plain orders, and with higher likelihood than other coefficients", () => {
    const { orders } = evaluateChoices(drawn, { folds: 5, seed: 1 });
    const top1 = Object.fromEntries(orders.map((row) => [row.order, row.top1]));
    const likelihood = Object.fromEntries(orders.map((row) => [row.order, row.likelihood?.logLikelihood]));
    expect(top1["fitted, 5 folds"]).toBeGreaterThan(Math.max(top1["cheapest first"] ?? 1, top1["shortest first"] ?? 1));
    expect(likelihood["fitted, 5 folds"]).toBeGreaterThan(likelihood["shipped, business"] ?? 0);
    expect(top1["by chance"]).toBeCloseTo(1 / 12, 10);
    expect(evaluateChoices(drawn, { folds: 5, seed: 1 }).orders).toEqual(orders);
  });
});

describe("the scale of the likelihoods", () => {
  const calibrationFor = async (factor: number) => {
    const set = await read(simulateChoices(scaleWeights(profileCoefficients.leisure, factor), 2_000, 11));
    const coefficients = set.names.map((name) => profileCoefficients.leisure[name]);
    return measureCalibration(set, utilitiesOf(set, coefficients));
  };

  test("is 1, and predicted shares are the observed ones, for choices made by the shipped model", async () => {
    const { scale, error } = await calibrationFor(1);
    expect(Math.abs((scale?.value ?? 0) - 1)).toBeLessThan(4 * (scale?.standardError ?? 0));
    expect(scale?.standardError).toBeLessThan(0.05);
    expect(error).toBeLessThan(0.01);
  });

  test("is a half, with a higher calibration error, for choices that are twice as noisy", async () => {
    const { scale, error } = await calibrationFor(0.5);
    expect(scale?.value).toBeCloseTo(0.5, 1);
    expect(error).toBeGreaterThan(0.02);
  });

  test("does not exist for equal utilities", () => {
    const { scale, error } = measureCalibration(drawn, new Float64Array(drawn.terms.length / drawn.names.length));
    expect(scale).toBeNull();
    expect(error).toBeLessThan(0.02);
  });
});

describe("measures", () => {
  const table = "session,price,duration,chosen\n";

  test("share ranks between tied options", async () => {
    const set = await read(`${table}a,100,60,1\na,100,60,0\na,200,60,0\nb,100,60,0\nb,300,60,1\n`);
    const cheapest = measureOrder(set, utilitiesOf(set, [1]));
    expect(cheapest).toEqual({ top1: 0.25, top3: 1, top5: 1, meanReciprocalRank: (0.75 + 0.5) / 2 });
  });

  test("have a rho² of 0 for equal shares", async () => {
    const set = await read(`${table}a,100,60,1\na,120,60,0\n`);
    expect(measureLikelihood(set, utilitiesOf(set, []))).toEqual({ logLikelihood: -Math.LN2, rhoSquared: 0 });
  });
});

describe("a table", () => {
  const small = simulateChoices(taste, 60, 9);

  test("supports other column names, hours, tabs, and omitted columns for stops and hours", async () => {
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

  test("supports quotes, separators and line breaks in names, and sessions with separated rows", async () => {
    const set = await read(
      'session,price,duration,chosen\n"a, ""1""\n",100,60,1\n__proto__,90,60,0\n"a, ""1""\n",90,60,0\n__proto__,100,60,1\n',
    );
    expect([...set.start]).toEqual([0, 2, 4]);
  });

  test("skips and counts sessions without a choice or with one option", async () => {
    const path = write("session,price,duration,chosen\na,1,1,0\na,2,1,0\nb,1,1,1\nc,1,1,1\nc,2,2,0\n");
    expect(await readChoiceTable(path, asNamed)).toMatchObject({ withoutChoice: 1, ofOneOption: 1 });
  });

  const head = "session,price,duration,stops,carriers,departure,chosen\n";
  test.each<[string, string | Uint8Array, string]>([
    ["no line", "", "the file is empty"],
    ["a header alone", head, "no usable session"],
    ["no price column", "session,duration,chosen\n", 'line 1: no column "price" among "session", "duration", "chosen"'],
    ["two price columns", "session,price,price,duration,chosen\n", 'line 1: duplicate column "price"'],
    ["words for a price", `${head}a,dear,60,0,1,09:00,1\n`, 'line 2, column price: "dear" is not a number above 0'],
    ["a price of 0", `${head}a,0,60,0,1,09:00,1\n`, 'line 2, column price: "0" is not a number above 0'],
    ["an infinite price", `${head}a,1e999,60,0,1,09:00,1\n`, 'line 2, column price: "1e999"'],
    ["half a stop", `${head}a,10,60,0.5,1,09:00,1\n`, "line 2, column stops"],
    ["no carrier", `${head}a,10,60,0,-,09:00,1\n`, "line 2, column carriers"],
    ["an invalid hour", `${head}a,10,60,0,1,24:00,1\n`, 'line 2, column departure: "24:00" is not a local time'],
    ["perhaps for a choice", `${head}a,10,60,0,1,09:00,perhaps\n`, 'line 2, column chosen: "perhaps" is not 1 or 0'],
    ["a field too few", `${head}\na,10,60,0,1,09:00\n`, "line 3: 6 fields, but the header has 7"],
    [
      "two choices",
      `${head}a,1,1,0,1,9:00,1\na,1,1,0,1,9:00,1\n`,
      'line 3, column chosen: session "a" already has a choice on line 2',
    ],
    ["an open quote", `${head}"a,10,60,0,1,09:00,1\n`, "line 2: a quote is not closed"],
    ["text after a quote", `${head}"a"b,10,60,0,1,09:00,1\n`, "line 2: text after a closing quote"],
    ["a NUL", `${head}a\0,10,60,0,1,09:00,1\n`, "line 2: a NUL character"],
    ["bytes that are not UTF-8", Uint8Array.of(0x61, 0xff, 0xfe), "the file is not UTF-8"],
    ["a record without end", `${head}"${"a".repeat(1_000_100)}`, "line 2: a record of over 1000000 characters"],
    ["options all alike", `${head}a,1,1,0,1,9:00,1\na,1,1,0,1,9:00,0\n`, "identical in all terms of the model"],
    ["a price that tells every choice", separated(), "price determines every choice"],
    ["duration and price that say the same", collinear(), "duration is collinear with price"],
    ["fewer sessions than folds", `${head}a,1,1,0,1,9:00,1\na,2,1,0,1,9:00,0\n`, "sessions: 1, too few for 5 folds"],
  ])("is rejected with %s", async (_, content, message) => {
    await expect(runEvaluation([write(content)])).rejects.toThrow(message);
  });

  test("reports the first ten of many errors", async () => {
    const path = write(head + "a,x,60,0,1,09:00,1\n".repeat(1_000));
    const fault = await readChoiceTable(path, asNamed).then(() => "", String);
    expect(fault.match(/column price/g)).toHaveLength(10);
  });

  test("with two hundred thousand rows is read and fitted", async () => {
    const set = await read(simulateChoices(taste, 17_000, 3));
    expect(set.terms.length / set.names.length).toBe(204_000);
    expect(missed(fitChoices(set), set, taste)).toEqual([]);
  });
});

test("the command prints an error in one line, without a stack trace", () => {
  const script = join(import.meta.dirname, "../quality/ranking.ts");
  const run = spawnSync(process.execPath, [script, write("session,price\n")], { encoding: "utf8" });
  expect(run.status).toBe(1);
  expect(run.stderr).toBe(
    'line 1: no column "duration" among "session", "price". Set its name with --duration NAME.\n',
  );
});

test.each([
  [["a.csv", "--folds", "1"], "--folds 1"],
  [["a.csv", "--duration-unit", "days"], "--duration-unit days"],
  [["a.csv", "--speed", "1"], "--speed"],
  [[], "expected exactly one file"],
  [["/nowhere/a.csv"], "ENOENT"],
])("rejects the arguments %j", async (args, message) => {
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
