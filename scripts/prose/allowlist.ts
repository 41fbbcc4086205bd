/** Passages that quote or need a rejected wording. */
export interface AllowedWording {
  /** Path from the root of the repository. */
  readonly file: string;
  /** Part of the passage; the whole file if absent. */
  readonly text?: string;
  readonly reason: string;
}

export const allowedWordings: readonly AllowedWording[] = [
  { file: "docs/standards/vocabulary.md", reason: "lists the wordings" },
  { file: "scripts/prose/rules.ts", reason: "lists the wordings" },
  { file: "scripts/prose/measure.ts", reason: "lists the wordings" },
  { file: "scripts/measure-comments.ts", text: "per 1,000 words", reason: "lists the wordings" },
  { file: "tests/check-words.test.ts", reason: "plants the wordings" },
  {
    file: "packages/engine/src/fares/taxes/countries/americas-africa-middle-east/north-america.ts",
    text: "ravellers",
    reason: "name of a Canadian charge",
  },
];
