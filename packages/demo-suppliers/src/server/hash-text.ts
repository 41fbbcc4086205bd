/** Returns a number from 0 to 2^32 − 1: FNV-1a over UTF-16 code units, mixed once more so that similar texts are far apart. */
export function hashText(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return Math.imul(value ^ (value >>> 15), 0x2c1b3c6d) >>> 0;
}
