/** Storage of objects by key, such as a bucket of S3. */
export interface ObjectStore {
  /** Stores an object, replacing one with the same key. Resolves when it is stored durably. */
  put(key: string, body: Uint8Array): Promise<void>;
  /** Deletes every object whose key starts with a prefix. Returns their number. */
  deleteAll(prefix: string): Promise<number>;
}
