import { type Static, type TObject, Type } from "typebox";

/** A call that gives more. */
const NextSchema = Type.Object(
  {
    tool: Type.String({ description: "Tool to call." }),
    arguments: Type.Record(Type.String(), Type.Unknown(), { description: "Its arguments." }),
    purpose: Type.String({ description: "Reason for the call." }),
  },
  { additionalProperties: false },
);

export type Next = Static<typeof NextSchema>;

/** Members of every answer. */
const shared = {
  complete: Type.Boolean({
    description: "False if a supplier did not answer completely, or if there are more results than listed.",
  }),
  notes: Type.Array(Type.String(), {
    description: "Limits of the answer: simulated data, suppliers that failed, old data, results that were cut.",
  }),
  next: Type.Array(NextSchema, { description: "Calls that give more." }),
};

export type AnswerSchema = ReturnType<typeof answerSchema>;

/** Returns the output schema of a tool: the members of every answer, then its own. */
export function answerSchema(data: TObject) {
  return Type.Object({ ...shared, ...data.properties }, { additionalProperties: false });
}

/** Answer of a tool before it is cut to the maximum size. */
export interface Answer<Data> {
  complete: boolean;
  notes: string[];
  next: Next[];
  data: Data;
  /** Renders the answer for clients that show only text. It contains every id that another call needs. */
  render(data: Data): string;
  /** Returns the data with fewer results, or undefined if there is nothing to cut. */
  shrink?(data: Data): Data | undefined;
}

/**
 * Maximum size of an answer, structured content and text together. JSON with ids and prices has at least two characters per token, so
 * that an answer stays below 8,000 tokens.
 */
const maxCharacters = 15_500;

/** Renders an answer and cuts results until it fits. */
export function fitAnswer<Data extends object>(answer: Answer<Data>): { answer: object; text: string } {
  let { data, complete, notes } = answer;
  for (;;) {
    const result = {
      answer: { complete, notes, next: answer.next, ...data },
      text: [answer.render(data), ...notes.map((note) => `Note: ${note}`)].join("\n"),
    };
    const fits = JSON.stringify(result.answer).length + result.text.length <= maxCharacters;
    const smaller = fits ? undefined : answer.shrink?.(data);
    if (smaller === undefined) return result;
    data = smaller;
    complete = false;
    notes = [...new Set([...answer.notes, "Results were cut to limit the size of the answer."])];
  }
}

/** Halves a list; undefined if it has no more than one element. */
export function halve<Row>(rows: readonly Row[]): Row[] | undefined {
  return rows.length <= 1 ? undefined : rows.slice(0, Math.ceil(rows.length / 2));
}
