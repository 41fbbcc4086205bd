import { gunzipSync } from "node:zlib";
import type { ObjectStore } from "../../src/archive/object-store.ts";

/** An object store in memory. */
export class MemoryObjectStore implements ObjectStore {
  readonly objects = new Map<string, Uint8Array>();
  /** Called before an object is stored; it can throw. */
  onPut: (key: string) => void | Promise<void> = () => {};

  async put(key: string, body: Uint8Array): Promise<void> {
    await this.onPut(key);
    this.objects.set(key, body);
  }

  async deleteAll(prefix: string): Promise<number> {
    const keys = [...this.objects.keys()].filter((key) => key.startsWith(prefix));
    for (const key of keys) this.objects.delete(key);
    return keys.length;
  }

  /** The lines of all objects, in order of key. */
  lines(): Record<string, unknown>[] {
    return [...this.objects]
      .toSorted(([left], [right]) => (left < right ? -1 : 1))
      .flatMap(([, body]) => readLines(body));
  }
}

/** Returns the lines of a compressed object. */
export function readLines(body: Uint8Array): Record<string, unknown>[] {
  const lines = gunzipSync(body).toString().trimEnd().split("\n");
  return lines.map((line): Record<string, unknown> => JSON.parse(line));
}
