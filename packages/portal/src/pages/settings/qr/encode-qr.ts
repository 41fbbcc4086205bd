import { makeCodewords } from "./codewords.ts";
import { masks, penaltyOf } from "./mask.ts";
import { drawData, drawFormat, drawPatterns } from "./matrix.ts";
import { versionFor } from "./version.ts";

/**
 * Draws a text as a QR code (ISO/IEC 18004): bytes in UTF-8, error correction M, the mask that scans best.
 *
 * @returns rows of modules, true for dark, without the quiet zone of four modules
 * @throws RangeError where the text has more than 412 bytes
 */
export function encodeQr(text: string): boolean[][] {
  const bytes = new TextEncoder().encode(text);
  const version = versionFor(bytes.length);
  const codewords = makeCodewords(bytes, version);
  const patterns = drawPatterns(version);
  const drawn = structuredClone(patterns);
  drawData(drawn, codewords);
  const candidates = masks.map((turnsOver, mask) => {
    const matrix = structuredClone(drawn);
    drawFormat(matrix, mask);
    return matrix.map((row, y) =>
      row.map((isDark, x) => (isDark === true) !== (patterns[y]?.[x] === null && turnsOver(x, y))),
    );
  });
  return candidates.reduce((best, each) => (penaltyOf(each) < penaltyOf(best) ? each : best));
}
