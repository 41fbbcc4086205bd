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

  /** Deletes one object at a time. */
  deleteSome(prefix: string): Promise<number> {
    const key = [...this.objects.keys()].find((each) => each.startsWith(prefix));
    return Promise.resolve(key !== undefined && this.objects.delete(key) ? 1 : 0);
  }

  /** The lines of all objects, in order of key. */
  lines(): Record<string, unknown>[] {
    return readObjectLines(this.objects);
  }
}

/** Returns the lines of compressed objects, in order of key. */
export function readObjectLines(objects: ReadonlyMap<string, Uint8Array>): Record<string, unknown>[] {
  return [...objects]
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .flatMap(([, body]) => gunzipSync(body).toString().trimEnd().split("\n"))
    .map((line): Record<string, unknown> => JSON.parse(line));
}
