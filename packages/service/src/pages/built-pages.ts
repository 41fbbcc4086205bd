import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fastifyStatic } from "@fastify/static";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../http/app-type.ts";

const publicRoute = { config: { access: "public" } } as const;
const index = "index.html";
const yearSeconds = 31_536_000;

/** Files of the built portal in a directory. */
export interface BuiltPages {
  directory: string;
  /** All files except the page itself and compressed variants, with slashes. */
  files: readonly string[];
}

/** Lists the files once, at startup. Returns undefined if the portal is not built. */
export function findBuiltPages(directory: string | undefined): BuiltPages | undefined {
  if (directory === undefined || !existsSync(join(directory, index))) return undefined;
  const files = readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(br|gz|map)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(directory.length).replaceAll("\\", "/").replace(/^\//, ""))
    .filter((path) => path !== index);
  return { directory, files: files.toSorted() };
}

/**
 * Serves the built portal: each file at its own path, and the single page at `/`. Files under `assets/` have a hash of their content in
 * their name and never change. The page that references them is revalidated on each request. A compressed variant (`.br`, `.gz`) is sent to
 * clients that accept it.
 */
export async function registerBuiltPages(app: App, { directory, files }: BuiltPages): Promise<void> {
  await app.register(fastifyStatic, { serve: false, root: directory, preCompressed: true, cacheControl: false });
  app.get("/", publicRoute, (_request, reply) => sendPage(reply));
  for (const file of files) {
    const keep = file.startsWith("assets/") ? `public, max-age=${yearSeconds}, immutable` : "public, max-age=300";
    app.get(`/${file}`, publicRoute, (_request, reply) => reply.header("cache-control", keep).sendFile(file));
  }
}

/** Sends the single page, which routes by its URL. */
export function sendPage(reply: FastifyReply): FastifyReply {
  return reply.code(200).header("cache-control", "no-cache").sendFile(index);
}

/** Returns true if an unmatched request is a browser's request for a portal page: it accepts HTML, and its path has no file extension. */
export function isPageRequest({ method, url, headers }: FastifyRequest): boolean {
  const [path = "/"] = url.split("?");
  if (method !== "GET" && method !== "HEAD") return false;
  if (/^\/(v1|portal|assets)(\/|$)/.test(path) || /\.[^/]*$/.test(path)) return false;
  return headers.accept?.includes("text/html") === true;
}
