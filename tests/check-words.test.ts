import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { findFaultsIn } from "../scripts/prose/faults.ts";
import { readPassages } from "../scripts/prose/passages.ts";
import { findWords, wordRules } from "../scripts/prose/rules.ts";

const root = join(import.meta.dirname, "..");

/** For each rule, texts that break it and texts that are close and allowed. */
const planted: Record<string, { readonly rejected: readonly string[]; readonly allowed: readonly string[] }> = {
  "first word": {
    rejected: ["What the caller sends.", "Whether it is open.", "Where there is none, null.", "How long it waits."],
    allowed: ["Which of the two?", "Time that a request waits.", "Somewhere else."],
  },
  "headless sentence": {
    rejected: ["Rows are kept. What is expired is purged.", "Whoever calls it waits.", "| a | What it is. |"],
    allowed: ["What does a search cost?", "Says what is wrong."],
  },
  "headless what": {
    rejected: ["The sum of what was paid.", "It returns the same as what the search found."],
    allowed: ["Says what to do.", "An error with what to change.", "Compared with what?"],
  },
  "where for if": {
    rejected: ["Null where there is none.", "Throws, where it is closed, at once.", "Where none is due, waits."],
    allowed: ["The directory where the journal is.", "Shows where the plan ends.", "SELECT id FROM a WHERE b."],
  },
  "archaic word": {
    rejected: ["Read anew.", "nobody waits", "Used least lately."],
    allowed: ["Read again.", "somewhere"],
  },
  beside: { rejected: ["A row beside it."], allowed: ["besides", "next to it"] },
  "is no": {
    rejected: ["This is no address.", "They are no members."],
    allowed: ["There is no address.", "It is no longer valid.", "It is not an address."],
  },
  "personified code": {
    rejected: ["It hears of the change.", "The store was told.", "asks for a page", "forgets the key"],
    allowed: ["It asks the store.", "A shared secret.", "the standard"],
  },
  idiom: {
    rejected: ["A process of its own.", "nothing but rows", "It goes on with the next.", "as soon as it can be had"],
    allowed: ["its own process", "from there on", "on its own"],
  },
  "British spelling": {
    rejected: ["the neighbouring airport", "serialised", "250 kilometres", "in the centre", "a modelled chart"],
    allowed: [
      "neighbor",
      "meter",
      "cancelled",
      "the value `modelled` of a chart".replaceAll(/`.*`/g, "`…`"),
      "promise",
      "exercise",
    ],
  },
};

describe("a rule of wording", () => {
  test("has planted faults, and each planted fault has a rule", () => {
    expect(wordRules.map((rule) => rule.name)).toStrictEqual(Object.keys(planted));
  });

  test.each(wordRules)("reports $name and nothing close to it", (rule) => {
    const kind = rule.kinds?.[0] ?? "comment";
    const isReported = (text: string): boolean => findWords({ kind, text, line: 1 }, [rule]).length > 0;
    expect(planted[rule.name]?.rejected.filter((text) => !isReported(text))).toStrictEqual([]);
    expect(planted[rule.name]?.allowed.filter(isReported)).toStrictEqual([]);
  });
});

describe("the passages of a file", () => {
  test("are comments, texts and test titles of a source file", () => {
    const source = [
      'import a from "./three word path.ts";',
      "/** First `code` comment.\n * Second line. */",
      "const sql = `SELECT a FROM b WHERE c = d`;",
      "// one",
      "// comment",
      "// biome-ignore lint: a directive is skipped",
      "throw new Error(`the value of ${a} is wrong`);",
      'const element = <p title="a b">Some text here</p>;',
    ].join("\n");
    expect(readPassages("src/a.tsx", source)).toStrictEqual([
      { kind: "comment", text: "First `…` comment. Second line.", line: 2 },
      { kind: "comment", text: "one comment", line: 5 },
      { kind: "string", text: "the value of … is wrong", line: 8 },
      { kind: "string", text: "Some text here", line: 9 },
    ]);
    const titles =
      'describe.each([1])("rejects a number", () => { test(`returns ${a}`, () => f("not a title here")); });';
    expect(readPassages("test/a.test.ts", titles).map(({ kind, text }) => [kind, text])).toStrictEqual([
      ["title", "rejects a number"],
      ["title", "returns …"],
    ]);
  });

  test("are lines of a page without code, and comments of other files", () => {
    const page = ["# What you get", "```sh", "what is code", "```", "See [the guide](what-is.md), `what is` it?"].join(
      "\n",
    );
    expect(readPassages("a.md", page).map((passage) => passage.text)).toStrictEqual([
      "# What you get",
      "See [the guide], `…` it?",
    ]);
    expect(readPassages("a.css", "a {}\n/* The gap. */").map((passage) => passage.line)).toStrictEqual([2]);
    expect(readPassages("a.yml", "summary: The queue is full").map((passage) => passage.text)).toStrictEqual([
      "The queue is full",
    ]);
    expect(readPassages("a.csv", "what is data")).toStrictEqual([]);
  });
});

test("a file that quotes rejected wordings is allowed by name", () => {
  expect(findFaultsIn("docs/standards/vocabulary.md", "What is over is deleted.")).toStrictEqual([]);
  expect(findFaultsIn("docs/guides/search.md", "What is over is deleted.")).toHaveLength(1);
});

describe("check:words", () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), "wayfare-words-"));
    execFileSync("git", ["init", "--quiet"], { cwd: directory });
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  const run = () => {
    const script = join(root, "scripts/check-words.ts");
    const { status, stdout } = spawnSync(process.execPath, [script], { cwd: directory, encoding: "utf8" });
    return { status, stdout };
  };

  test("fails on a planted wording and names its place", () => {
    writeFileSync(join(directory, "page.md"), "# Title\n\nNobody reads it.\n");
    expect(run()).toStrictEqual({ status: 1, stdout: expect.stringMatching(/^page\.md:3: archaic word: "Nobody/) });
  });

  test("passes without one", () => {
    writeFileSync(join(directory, "page.md"), "# Title\n\nEveryone reads it.\n");
    expect(run()).toStrictEqual({ status: 0, stdout: "" });
  });
});

test("a search for each term of the vocabulary finds its file", () => {
  const page = readFileSync(join(root, "docs/standards/vocabulary.md"), "utf8");
  const rows = [...page.matchAll(/^\| (.*\*\*.*) \| .* \| `(.+)` \|$/gm)];
  expect(rows.length).toBeGreaterThan(45);
  const simplify = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
  const wrong = rows.flatMap(([, use = "", file = ""]) => {
    const text = simplify(file + readFileSync(join(root, file), "utf8"));
    const terms = [...use.matchAll(/\*\*(.+?)\*\*/g)].map((match) => match[1] ?? "");
    return terms.filter((term) => !text.includes(simplify(term))).map((term) => `${term}: ${file}`);
  });
  expect(wrong).toStrictEqual([]);
});
