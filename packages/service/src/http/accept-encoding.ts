/** Content codings of responses, in the order in which they are preferred at equal weight. */
export const contentCodings = ["zstd", "br", "gzip"] as const;

export type ContentCoding = (typeof contentCodings)[number];

/** One item of Accept-Encoding: a coding or `*`, and a weight from 0 to 1. */
const item = /^[ \t]*([^\s;]+)[ \t]*(?:;[ \t]*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)[ \t]*)?$/i;

/**
 * Selects the content coding of a response (RFC 9110, section 12.5.3): the coding with the largest weight, at equal weight the first of
 * `preferred`. Malformed items are ignored. Without a header, and if the client accepts none of the codings, it is `identity`, even if the
 * client refuses that too: a response that the client can probably read is better than 406.
 */
export function negotiateEncoding(
  header: string | undefined,
  preferred: readonly ContentCoding[] = contentCodings,
): ContentCoding | "identity" {
  if (header === undefined) return "identity";
  const weights = readWeights(header);
  let best: ContentCoding | "identity" = "identity";
  let bestWeight = weights.get("identity") ?? 0;
  for (const coding of preferred) {
    const weight = weights.get(coding) ?? weights.get("*") ?? 0;
    // At equal weight, any coding is better than none.
    if (weight > bestWeight || (weight === bestWeight && weight > 0 && best === "identity")) {
      best = coding;
      bestWeight = weight;
    }
  }
  return best;
}

/** Returns the weights by name in lower case. If a name occurs twice, the last one counts. */
function readWeights(header: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const text of header.split(",")) {
    const [, name, weight = "1"] = item.exec(text) ?? [];
    if (name !== undefined) weights.set(name.toLowerCase(), Number(weight));
  }
  return weights;
}
