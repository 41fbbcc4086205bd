import { makeCheckBytes } from "./reed-solomon.ts";
import { dataCodewordsOf, headerBitsOf, type Version } from "./version.ts";

const byteMode = 0b0100;

/** The bytes of a QR code in the order in which they are drawn: data of all blocks interleaved, then their check bytes. */
export function makeCodewords(bytes: Uint8Array, version: Version): number[] {
  const blocks = splitBlocks(padData(bytes, version), version);
  const checks = blocks.map((block) => makeCheckBytes(block, version.checkBytesPerBlock));
  return [...interleave(blocks), ...interleave(checks)];
}

/** Mode, length, data, an end, and padding to what the version holds. */
function padData(bytes: Uint8Array, version: Version): number[] {
  const bits: number[] = [];
  const append = (value: number, length: number) => {
    for (let bit = length - 1; bit >= 0; bit--) bits.push((value >>> bit) & 1);
  };
  append(byteMode, 4);
  append(bytes.length, headerBitsOf(version) - 4);
  for (const byte of bytes) append(byte, 8);
  const capacity = dataCodewordsOf(version) * 8;
  append(0, Math.min(4, capacity - bits.length));
  append(0, (8 - (bits.length % 8)) % 8);
  for (let padding = 0xec; bits.length < capacity; padding ^= 0xec ^ 0x11) append(padding, 8);
  return Array.from({ length: capacity / 8 }, (_, index) =>
    bits.slice(index * 8, index * 8 + 8).reduce((byte, bit) => (byte << 1) | bit, 0),
  );
}

/** Blocks of the same length, the last ones a byte longer where it does not come out even. */
function splitBlocks(data: readonly number[], { blocks }: Version): number[][] {
  const short = Math.floor(data.length / blocks);
  const longFrom = blocks - (data.length % blocks);
  let taken = 0;
  return Array.from({ length: blocks }, (_, index) => {
    const block = data.slice(taken, taken + short + (index >= longFrom ? 1 : 0));
    taken += block.length;
    return block;
  });
}

function interleave(blocks: readonly (readonly number[])[]): number[] {
  const longest = Math.max(...blocks.map((block) => block.length));
  return Array.from({ length: longest }, (_, place) => place).flatMap((place) =>
    blocks.flatMap((block) => block[place] ?? []),
  );
}
