import { type OffsetChange, type PosixRule, parsePosixRule } from "./posix-rule.ts";
import { TimeZoneDataError } from "./time-zone-data-error.ts";

/** Contents of a TZif file that decide local times. */
export interface TzifFile {
  /** Offset before the first change, in seconds east of UTC. */
  initial: number;
  /** In order of time. */
  changes: OffsetChange[];
  /** Applies after the last change. */
  rule: PosixRule;
}

const headerBytes = 44;
const [oldTimeBytes, timeBytes] = [4, 8];
/** RFC 9636, section 3.2: from -25 to 26 hours, exclusive. */
const [leastOffset, mostOffset] = [-89_999, 93_599];
const newline = 10;

interface Header {
  version: number;
  utcFlags: number;
  standardFlags: number;
  leapSeconds: number;
  times: number;
  types: number;
  characters: number;
}

/**
 * Parses a TZif file of version 2 or later (RFC 9636, https://www.rfc-editor.org/rfc/rfc9636): its 64-bit data and its footer.
 *
 * @throws TimeZoneDataError if the file is damaged, has version 1, counts leap seconds, or has no rule for later times
 */
export function parseTzif(bytes: Uint8Array): TzifFile {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const old = readHeader(view, 0);
  if (old.version < 2) throw new TimeZoneDataError("it is a TZif file of version 1, which has no 64-bit times");
  const start = headerBytes + blockBytes(old, oldTimeBytes);
  const header = readHeader(view, start);
  const footer = start + headerBytes + blockBytes(header, timeBytes);
  if (footer > view.byteLength) throw new TimeZoneDataError("it is too short for its header");
  checkCounts(header);
  const offsets = readOffsets(view, start + headerBytes + header.times * (timeBytes + 1), header);
  return {
    initial: offsets[0] ?? 0,
    changes: readChanges(view, start + headerBytes, { times: header.times, offsets }),
    rule: parsePosixRule(readFooter(bytes.subarray(footer))),
  };
}

function readHeader(view: DataView, at: number): Header {
  if (at + headerBytes > view.byteLength) throw new TimeZoneDataError("it is too short for a TZif file");
  const magic = String.fromCharCode(...[0, 1, 2, 3].map((index) => view.getUint8(at + index)));
  if (magic !== "TZif") throw new TimeZoneDataError("it is not a TZif file");
  const version = view.getUint8(at + 4);
  const count = (index: number) => view.getUint32(at + 20 + 4 * index);
  return {
    // Version 1 has a zero byte, later ones a digit.
    version: version === 0 ? 1 : version - "0".charCodeAt(0),
    utcFlags: count(0),
    standardFlags: count(1),
    leapSeconds: count(2),
    times: count(3),
    types: count(4),
    characters: count(5),
  };
}

function blockBytes(header: Header, bytesOfTime: number): number {
  const { utcFlags, standardFlags, leapSeconds, times, types, characters } = header;
  return (
    times * (bytesOfTime + 1) + types * 6 + characters + leapSeconds * (bytesOfTime + 4) + standardFlags + utcFlags
  );
}

function checkCounts({ leapSeconds, types, characters, utcFlags, standardFlags }: Header): void {
  if (leapSeconds > 0)
    throw new TimeZoneDataError("it counts leap seconds: use the files outside of the folder `right`");
  const hasFlags = [utcFlags, standardFlags].every((flags) => flags === 0 || flags === types);
  if (types === 0 || types > 256 || characters === 0 || !hasFlags) {
    throw new TimeZoneDataError("its header has impossible counts");
  }
}

/** Offsets of the local time types. */
function readOffsets(view: DataView, at: number, { types, characters }: Header): number[] {
  return Array.from({ length: types }, (_, type) => {
    const offset = view.getInt32(at + 6 * type);
    const [isDaylight, designation] = [view.getUint8(at + 6 * type + 4), view.getUint8(at + 6 * type + 5)];
    if (offset < leastOffset || offset > mostOffset || isDaylight > 1 || designation >= characters) {
      throw new TimeZoneDataError(`its local time type ${type} is damaged`);
    }
    return offset;
  });
}

function readChanges(
  view: DataView,
  start: number,
  { times, offsets }: { times: number; offsets: readonly number[] },
): OffsetChange[] {
  const changes: OffsetChange[] = [];
  for (let index = 0; index < times; index++) {
    const at = Number(view.getBigInt64(start + timeBytes * index));
    const offset = offsets[view.getUint8(start + timeBytes * times + index)];
    const previous = changes.at(-1)?.at ?? Number.NEGATIVE_INFINITY;
    if (offset === undefined || at <= previous) throw new TimeZoneDataError(`its transition ${index} is damaged`);
    changes.push({ at, offset });
  }
  return changes;
}

/** The footer is a TZ string between two newlines. */
function readFooter(bytes: Uint8Array): string {
  const last = bytes.length - 1;
  const text = new TextDecoder("latin1").decode(bytes.subarray(1, Math.max(1, last)));
  if (last < 1 || bytes[0] !== newline || bytes[last] !== newline || text.includes("\n")) {
    throw new TimeZoneDataError("its footer is damaged");
  }
  if (text === "")
    throw new TimeZoneDataError("its footer is empty: it does not state offsets after its last transition");
  return text;
}
