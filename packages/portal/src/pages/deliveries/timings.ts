/** Milliseconds of the parts of an attempt; a part that it did not come to, or had no need of, is null. */
export interface Timings {
  dnsMs: number | null;
  connectMs: number | null;
  firstByteMs: number | null;
  totalMs: number;
}

export interface TimingPart {
  name: string;
  ms: number;
  /** Where it begins and how long it is, as shares of the whole. */
  start: number;
  share: number;
}

/** Reads what an attempt keeps; what is not a number there is null. */
export function readTimings(timings: object): Timings {
  const values = new Map<string, unknown>(Object.entries(timings));
  const read = (name: string): number | null => {
    const value = values.get(name);
    return typeof value === "number" ? value : null;
  };
  return {
    dnsMs: read("dnsMs"),
    connectMs: read("connectMs"),
    firstByteMs: read("firstByteMs"),
    totalMs: read("totalMs") ?? 0,
  };
}

/** The parts one after the other; what is left of the whole is the reading of the answer. */
export function layOutTimings({ dnsMs, connectMs, firstByteMs, totalMs }: Timings): TimingPart[] {
  const known: (readonly [name: string, ms: number | null])[] = [
    ["Name", dnsMs],
    ["Connection", connectMs],
    ["First byte", firstByteMs],
  ];
  const spent = known.reduce((sum, [, ms]) => sum + (ms ?? 0), 0);
  const whole = Math.max(totalMs, spent, 1);
  const parts = [...known, ["Reading", Math.max(0, totalMs - spent)] as const];
  let before = 0;
  return parts.flatMap(([name, ms]) => {
    if (ms === null) return [];
    const part = { name, ms, start: before / whole, share: ms / whole };
    before += ms;
    return [part];
  });
}
