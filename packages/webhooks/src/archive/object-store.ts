/** Storage of objects by key, such as a bucket of S3. */
export interface ObjectStore {
  /** Stores an object, replacing one with the same key. Resolves when it is stored durably. */
  put(key: string, body: Uint8Array, signal: AbortSignal): Promise<void>;
  /** Deletes some of the objects whose key starts with a prefix. Returns their number; 0 if none is left. */
  deleteSome(prefix: string): Promise<number>;
}

/** A request to the object store failed. The message contains neither credentials nor a signature. */
export class ObjectStoreError extends Error {
  override readonly name = "ObjectStoreError";
}
