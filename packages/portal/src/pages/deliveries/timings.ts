/** Duration of the phases of an attempt in milliseconds; null for a phase that did not take place. */
export interface Timings {
  dnsMs: number | null;
  connectMs: number | null;
  firstByteMs: number | null;
  totalMs: number;
}

export interface TimingPart {
  name: string;
  ms: number;
  /** Start and length as fractions of the total. */
  start: number;
  share: number;
}

/** Reads the timings of an attempt. Values that are not numbers are null. */
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

/** Lays out the phases in sequence. The remainder of the total is the time to read the response. */
export function layOutTimings({ dnsMs, connectMs, firstByteMs, totalMs }: Timings): TimingPart[] {
  const known: (readonly [name: string, ms: number | null])[] = [
    ["DNS lookup", dnsMs],
    ["Connect", connectMs],
    ["First byte", firstByteMs],
  ];
  const spent = known.reduce((sum, [, ms]) => sum + (ms ?? 0), 0);
  const whole = Math.max(totalMs, spent, 1);
  const parts = [...known, ["Read", Math.max(0, totalMs - spent)] as const];
  let before = 0;
  return parts.flatMap(([name, ms]) => {
    if (ms === null) return [];
    const part = { name, ms, start: before / whole, share: ms / whole };
    before += ms;
    return [part];
  });
}
