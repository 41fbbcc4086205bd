import type { QueryOf } from "../client/operations.ts";
import type { CreateOptions, RequestOptions } from "../client/options.ts";
import { Pages } from "../client/pages.ts";
import { Resource } from "../client/resource.ts";
import type { ChangeWatch, CreateWatch, DeletedWatch, Watch } from "../generated/types.ts";

/** Watches repeat a search and send `watch.matched` when flights match a condition. */
export class Watches extends Resource {
  /** Creates a watch. Its first run is made at once. */
  create(watch: CreateWatch, options?: CreateOptions): Promise<Watch> {
    return this.send("createWatch", { body: watch }, options);
  }

  /** Lists watches, newest first. */
  list(query?: QueryOf<"listWatches">, options?: RequestOptions): Pages<Watch> {
    return new Pages((next) => this.send("listWatches", { query: { ...query, ...next } }, options));
  }

  /** Retrieves a watch with its last run and the flights that match. */
  get(id: string, options?: RequestOptions): Promise<Watch> {
    return this.send("getWatch", { path: { id } }, options);
  }

  /** Pauses or resumes a watch, or changes its interval, end or metadata. */
  update(id: string, changes: ChangeWatch, options?: RequestOptions): Promise<Watch> {
    return this.send("changeWatch", { path: { id }, body: changes }, options);
  }

  /** Deletes a watch. */
  delete(id: string, options?: RequestOptions): Promise<DeletedWatch> {
    return this.send("deleteWatch", { path: { id } }, options);
  }
}
