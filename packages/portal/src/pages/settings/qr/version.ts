/** Sizes of QR codes with error correction M, which bears the loss of 15 percent (ISO/IEC 18004, table 9). */
export interface Version {
  /** 1 to 15. */
  number: number;
  /** Modules along an edge. */
  size: number;
  blocks: number;
  checkBytesPerBlock: number;
  /** Bytes of data and checks together. */
  codewords: number;
}

const checkBytes = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24];
const blockCounts = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10];

const versions: readonly Version[] = checkBytes.map((checkBytesPerBlock, index) => {
  const number = index + 1;
  const size = number * 4 + 17;
  return {
    number,
    size,
    blocks: blockCounts[index] ?? 1,
    checkBytesPerBlock,
    codewords: Math.floor(countDataModules(number) / 8),
  };
});

/** Modules that are left for data when finders, timing, alignment, format and version have theirs. */
function countDataModules(number: number): number {
  let modules = (16 * number + 128) * number + 64;
  if (number < 2) return modules;
  const alignments = Math.floor(number / 7) + 2;
  modules -= (25 * alignments - 10) * alignments - 55;
  return number >= 7 ? modules - 36 : modules;
}

/** Bytes of data that a version holds, its own header among them. */
export function dataCodewordsOf({ codewords, blocks, checkBytesPerBlock }: Version): number {
  return codewords - blocks * checkBytesPerBlock;
}

/** Bits of the header: the mode, and the length in one byte or two. */
export function headerBitsOf({ number }: Version): number {
  return number < 10 ? 12 : 20;
}

/** The smallest version that holds so many bytes. @throws RangeError beyond 412 bytes. */
export function versionFor(byteLength: number): Version {
  const fit = versions.find((version) => headerBitsOf(version) + byteLength * 8 <= dataCodewordsOf(version) * 8);
  if (fit === undefined) throw new RangeError(`${byteLength} bytes are too many for this QR code`);
  return fit;
}

/** Where the centres of alignment patterns lie, along either axis. */
export function alignmentCentres({ number, size }: Version): number[] {
  if (number === 1) return [];
  const count = Math.floor(number / 7) + 2;
  const step = Math.ceil((number * 4 + 4) / (count * 2 - 2)) * 2;
  return [6, ...Array.from({ length: count - 1 }, (_, index) => size - 7 - (count - 2 - index) * step)];
}
