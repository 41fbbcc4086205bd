/** Contents of a TZif file for tests. */
export interface WrittenTzif {
  version?: string;
  /** Offsets in seconds east of UTC. */
  types: readonly number[];
  /** Seconds since 1970 and index of the type from then on. */
  changes?: readonly (readonly [number, number])[];
  footer: string;
  leapSeconds?: number;
}

const designation = "ZZZ\0";

/** Writes a TZif file: an empty block of version 1, then the 64-bit data, then the footer. */
export function writeTzif({ version = "2", types, changes = [], footer, leapSeconds = 0 }: WrittenTzif): Buffer {
  const times = Buffer.alloc(changes.length * 8);
  for (const [index, [at]] of changes.entries()) times.writeBigInt64BE(BigInt(at), index * 8);
  const records = Buffer.alloc(types.length * 6);
  for (const [index, offset] of types.entries()) records.writeInt32BE(offset, index * 6);
  return Buffer.concat([
    header(version, [0, 0, 0, 0, 1, 1]),
    Buffer.alloc(6 + 1),
    header(version, [0, 0, leapSeconds, changes.length, types.length, designation.length]),
    times,
    Buffer.from(changes.map(([, type]) => type)),
    records,
    Buffer.from(designation),
    Buffer.alloc(leapSeconds * 12),
    Buffer.from(`\n${footer}\n`),
  ]);
}

function header(version: string, counts: readonly number[]): Buffer {
  const bytes = Buffer.alloc(44);
  bytes.write(`TZif${version}`);
  for (const [index, count] of counts.entries()) bytes.writeUInt32BE(count, 20 + 4 * index);
  return bytes;
}
