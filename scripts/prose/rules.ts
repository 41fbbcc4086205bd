import type { Passage } from "./passages.ts";

/** A wording that docs/standards/vocabulary.md rejects. */
export interface WordRule {
  readonly name: string;
  /** Has the flag `g`. */
  readonly pattern: RegExp;
  /** The replacement to try. */
  readonly advice: string;
  readonly kinds?: readonly Passage["kind"][];
}

export interface Finding {
  readonly rule: WordRule;
  /** The words that matched, with the words around them. */
  readonly excerpt: string;
}

/** Start of a passage or of a sentence in it, after list and table marks. */
const start = String.raw`(?<=^[\s>*_-]*(?:\d+\. )?|[.:;!] |\| )`;
/** Up to the end of the sentence, which is no question. */
const noQuestion = String.raw`(?=[^.?!]*(?:[.!;|]|$))`;

/** Nouns and verbs after which "where" is about a place. */
const beforeWhere =
  "places?|locations?|positions?|points?|director(?:y|ies)|files?|folders?|pages?|lines?|columns?|countr(?:y|ies)|airports?|cit(?:y|ies)|sections?|tables?|know|knows|see|shows?|find|finds|says?|choose|reports?|exactly|it is clear";

/** Every rule. Each has a planted fault in tests/check-words.test.ts. */
export const wordRules: readonly WordRule[] = [
  {
    name: "first word",
    pattern: /^(?:What|Whatever|Whether|Who|Whoever|Whose|Whom|Where|Wherever|How|When|Which)\b(?=[^?]*$)/g,
    advice: "Begin with a noun or a verb.",
    kinds: ["comment"],
  },
  {
    name: "headless sentence",
    pattern: new RegExp(`${start}(?:What|Whatever|Whether|Who|Whoever|Whom|Wherever)\\b${noQuestion}`, "g"),
    advice: "Name the subject of the sentence.",
    kinds: ["string", "docs", "title"],
  },
  {
    name: "headless what",
    pattern: new RegExp(
      String.raw`\b(?:of|for|by|with|from|to|than|as|like|all|only|exactly|on|in|at|about|against|into|just|is|are|was|were|and|or|but|,) what\b(?! to\b| if\b|\?)${noQuestion}`,
      "gi",
    ),
    advice: 'Name the thing instead of "what …".',
  },
  {
    name: "where for if",
    pattern: new RegExp(
      String.raw`(?:${start}Where\b${noQuestion}|(?<!\b(?:${beforeWhere})),? where (?:it|they|he|she|this|that|these|those|there|one|none|nothing|no|neither|both|either|each|all|a|an|the)\b)`,
      "gi",
    ),
    advice: 'Write "if", "when" or "in which".',
  },
  {
    name: "archaic word",
    pattern:
      /\b(?:nobody|somebody|whoever|whosoever|whomever|anew|mend(?:s|ed|ing)?|lately|meanwhile|wherein|whereupon|whereby|thereof|therein|thereby|hereby|upon|shall|ought|whim|hither|thence|lest|ere|aught|naught|amid|amongst|twofold|for ever)\b/gi,
    advice: 'Use a plain word: "no one", "again", "fix", "recently", "in the meantime" or nothing.',
  },
  {
    name: "beside",
    pattern: /\bbeside\b/gi,
    advice: 'Write "next to", "in addition to", "while … runs".',
  },
  {
    name: "is no",
    pattern:
      /(?<!\bthere )\b(?:is|are|was|were|be) no (?!longer|more|less|fewer|other|later|earlier|one|op\b|need|matter)[a-z]/gi,
    advice: 'Write "is not a …" or "is not …".',
  },
  {
    name: "personified code",
    pattern:
      /\b(?:believ(?:e|es|ed)|hear(?:s|d)|forg(?:ets|ot|otten)|tell(?:s)? (?:of|it|them|us)|told|stands? (?:in|by|for itself|beside)|waits? in line|tak(?:e|es|ing) turns|in line behind|is asked|are asked|was asked|were asked|asks? (?:for|again|whether))\b/gi,
    advice: "Say it as a call, a check, an event or a state.",
  },
  {
    name: "idiom",
    pattern:
      /\b(?:of (?:its|their|our|one's) own|nothing but|none but|(?:go|goes|went|going) on(?! (?:to|the|a|hold|call)\b)|(?:be|been|is|are|was|were) had\b|give[ns]? out|shut out|a house in order|on a whim|at all times|as is meet|by heart|takes? heed|comes? to pass|to no avail)\b/gi,
    advice: 'Use the plain phrase: "own", "separate", "only", "continue", "acquire".',
  },
  {
    name: "British spelling",
    pattern:
      /\b(?:\w*(?:colour|behaviour|neighbour|flavour|favourite)\w*|catalogues?|\w*(?:serial|normal|final|initial|organ|recogn|summar|minim|maxim|optim|author|general|equal|util|penal)is(?:e|es|ed|er|ing|ation)|licen[c]es?|\w*met(?:re|res)|cent(?:re|res|red)|judgements?|travell(?:er|ers|ed|ing)|labelled|modell(?:ed|ing)|fulfil|grey|artefacts?|analys(?:e|ed))\b/gi,
    advice: "Use American spelling. Only the status `cancelled` and its forms keep theirs.",
  },
];

/** The wordings in a passage that a rule rejects. */
export function findWords(passage: Passage, rules: readonly WordRule[] = wordRules): Finding[] {
  return rules.flatMap((rule) => {
    if (rule.kinds !== undefined && !rule.kinds.includes(passage.kind)) return [];
    if (passage.kind === "docs" && passage.text.startsWith("#") && rule.name === "headless sentence") return [];
    return [...passage.text.matchAll(rule.pattern)].map((match) => ({
      rule,
      excerpt: passage.text.slice(Math.max(0, match.index - 30), match.index + match[0].length + 30).trim(),
    }));
  });
}
