import { execFileSync } from "node:child_process";

/** Offset of a zone from a minute until the next entry of the zone, at the resolution of the samples. */
export interface SampledOffset {
  zone: string;
  minute: number;
  offset: number;
}

/** Reads the offsets of zones in a folder of TZif files with Python's `zoneinfo`: one line for each sample that differs from the last. */
const program = `
import sys
from datetime import datetime, timezone
from zoneinfo import ZoneInfo
start, end, step = map(int, sys.argv[1:4])
for name in sys.stdin.read().split():
    zone = ZoneInfo(name)
    last = None
    for minute in range(start, end, step):
        offset = datetime.fromtimestamp(minute * 60, timezone.utc).astimezone(zone).utcoffset().total_seconds() / 60
        if offset != last:
            print(name, minute, offset)
            last = offset
`;

/**
 * Samples the offsets of zones with Python's `zoneinfo`, which is independent of this project's reader.
 *
 * @param folder TZif files
 * @throws Error if there is no `python3`, or the folder lacks a zone
 */
export function sampleWithPython(
  folder: string,
  zones: readonly string[],
  { from, to, stepMinutes }: { from: number; to: number; stepMinutes: number },
): SampledOffset[] {
  const text = execFileSync("python3", ["-c", program, String(from), String(to), String(stepMinutes)], {
    input: zones.join("\n"),
    env: { ...process.env, PYTHONTZPATH: folder },
    encoding: "utf8",
    maxBuffer: 2 ** 28,
  });
  return text
    .trim()
    .split("\n")
    .map((line) => {
      const [zone = "", minute, offset] = line.split(" ");
      return { zone, minute: Number(minute), offset: Number(offset) };
    });
}
