import type { QueryOf } from "../client/operations.ts";
import type { CreateOptions, RequestOptions } from "../client/options.ts";
import { Pages } from "../client/pages.ts";
import { Resource } from "../client/resource.ts";
import type { Application, ChangeApplication, CreateApplication, DeletedApplication } from "../generated/types.ts";

/** Applications group API keys, webhooks and usage. */
export class Applications extends Resource {
  /** Creates an application. */
  create(application: CreateApplication, options?: CreateOptions): Promise<Application> {
    return this.send("createApplication", { body: application }, options);
  }

  /** Lists applications, newest first. */
  list(query?: QueryOf<"listApplications">, options?: RequestOptions): Pages<Application> {
    return new Pages((next) => this.send("listApplications", { query: { ...query, ...next } }, options));
  }

  /** Retrieves an application. */
  get(id: string, options?: RequestOptions): Promise<Application> {
    return this.send("getApplication", { path: { id } }, options);
  }

  /** Updates an application. */
  update(id: string, changes: ChangeApplication, options?: RequestOptions): Promise<Application> {
    return this.send("changeApplication", { path: { id }, body: changes }, options);
  }

  /** Deletes an application. */
  delete(id: string, options?: RequestOptions): Promise<DeletedApplication> {
    return this.send("deleteApplication", { path: { id } }, options);
  }
}
