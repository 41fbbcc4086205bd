/** One scavenge of an isolate: its end and its pause, in milliseconds; `endMs` counts from the creation of the isolate. */
export interface Scavenge {
  endMs: number;
  pauseMs: number;
}

const line = /^\[\d+:(0x[0-9a-f]+)\]\s+(\d+) ms: Scavenge\b.*?\bMB(?:, pooled: [\d.]+ MB)?, ([\d.]+) \/ /gm;

/**
 * Parses the output of `node --trace-gc`.
 *
 * @returns the scavenges of the main thread. Its isolate is the first that collects garbage: it loads the modules that start the threads.
 */
export function parseMainThreadScavenges(output: string): Scavenge[] {
  let mainIsolate: string | undefined;
  const scavenges: Scavenge[] = [];
  for (const [, isolate, endMs, pauseMs] of output.matchAll(line)) {
    mainIsolate ??= isolate;
    if (isolate === mainIsolate) scavenges.push({ endMs: Number(endMs), pauseMs: Number(pauseMs) });
  }
  return scavenges;
}
