import { Type } from "typebox";
import { storableTextPattern } from "./schema.ts";

/** Text without control characters, line separators, bidirectional controls, byte order marks and lone surrogates. */
const plainText =
  "^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069\\ufeff\\ud800-\\udfff]*$";

/** String pairs that callers attach to objects. */
export type Metadata = Record<string, string>;

export const MetadataSchema = Type.Unsafe<Metadata>({
  $id: "Metadata",
  type: "object",
  maxProperties: 20,
  propertyNames: { type: "string", minLength: 1, maxLength: 40, pattern: plainText, examples: ["orderId"] },
  additionalProperties: {
    type: "string",
    maxLength: 500,
    pattern: storableTextPattern,
    description: "Value, up to 500 characters.",
    examples: ["8731"],
  },
  description:
    "Custom data: up to 20 string pairs, with names up to 40 and values up to 500 characters. Do not store secrets or personal data here.",
  examples: [{ orderId: "8731" }],
});
