import type { App } from "../src/http/app-type.ts";
import {
  exampleOf,
  type OpenApiDocument,
  type Operation,
  readOpenApiDocument,
  resolve,
} from "../src/pages/openapi-shapes.ts";
import type { RunningApp } from "./running-app.ts";

export interface DocumentedRoute {
  /** Method and path, as in `POST /v1/keys/{id}/roll`. */
  name: string;
  method: string;
  path: string;
  /** Path parameters with their examples. */
  ids: Record<string, string>;
  isPublic: boolean;
  /** True if it returns pages. */
  isList: boolean;
  /** Example of its body, if any. */
  body: unknown;
  /** Required query parameters with their examples. */
  query: string;
}

/** Reads all routes under /v1 from the OpenAPI document of the app. */
export async function readDocumentedRoutes(app: RunningApp): Promise<DocumentedRoute[]> {
  const document = readOpenApiDocument((await app.call("/openapi.json", { key: null })).text);
  return Object.entries(document.paths)
    .filter(([path]) => path.startsWith("/v1/"))
    .flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, operation]) => toRoute(document, method.toUpperCase(), path, operation)),
    );
}

function toRoute(document: OpenApiDocument, method: string, path: string, operation: Operation): DocumentedRoute {
  const body = operation.requestBody?.content["application/json"]?.schema;
  const answer = operation.responses?.["200"]?.content?.["application/json"]?.schema ?? {};
  const page = resolve(answer, document).properties ?? {};
  const query = new URLSearchParams();
  const ids: Record<string, string> = {};
  for (const parameter of operation.parameters ?? []) {
    if (parameter.in === "path") ids[parameter.name] = String(exampleOf(parameter.schema, document));
    if (parameter.in !== "query" || parameter.required !== true) continue;
    query.set(parameter.name, String(parameter.example ?? exampleOf(parameter.schema, document)));
  }
  return {
    name: `${method} ${path}`,
    method,
    path,
    ids,
    isPublic: operation.security?.length === 0,
    isList: "nextCursor" in page,
    body: body && exampleOf(body, document),
    query: query.size > 0 ? `?${query.toString()}` : "",
  };
}

/** Lists all methods and paths of the router, named as in the document, without HEAD. */
export function listRoutedNames(app: App): string[] {
  const steps: string[] = [];
  return app
    .printRoutes({ commonPrefix: false })
    .split("\n")
    .flatMap((line) => {
      const [, branch, step, methods] = /^(.*?── )(\S+) \((.+)\)$/.exec(line) ?? [];
      if (branch === undefined || step === undefined || methods === undefined) return [];
      steps.splice(branch.length / 4 - 1, steps.length, step);
      const path = steps
        .join("")
        .replace(/\/\//g, "/")
        .replace(/:(\w+)/g, "{$1}");
      return methods
        .split(", ")
        .filter((method) => method !== "HEAD")
        .map((method) => `${method} ${path}`);
    });
}
