import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fastifyStatic } from "@fastify/static";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../http/app-type.ts";

const publicRoute = { config: { access: "public" } } as const;
const index = "index.html";
const yearSeconds = 31_536_000;

/** The built pages of the portal, in a folder. */
export interface BuiltPages {
  directory: string;
  /** Every file but the page itself and compressed twins of others, with slashes. */
  files: readonly string[];
}

/** Looks at the folder once, at the start; undefined where the pages have not been built. */
export function findBuiltPages(directory: string | undefined): BuiltPages | undefined {
  if (directory === undefined || !existsSync(join(directory, index))) return undefined;
  const files = readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(br|gz|map)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(directory.length).replaceAll("\\", "/").replace(/^\//, ""))
    .filter((path) => path !== index);
  return { directory, files: files.toSorted() };
}

/**
 * Serves the built pages: each file under its own path, and the one page at `/`. Files under `assets/` have a hash of their content in
 * their name and never change; the page names them, so it is asked for anew each time. A compressed twin (`.br`, `.gz`) is sent
 * to whoever takes it.
 */
export async function registerBuiltPages(app: App, { directory, files }: BuiltPages): Promise<void> {
  await app.register(fastifyStatic, { serve: false, root: directory, preCompressed: true, cacheControl: false });
  app.get("/", publicRoute, (_request, reply) => sendPage(reply));
  for (const file of files) {
    const keep = file.startsWith("assets/") ? `public, max-age=${yearSeconds}, immutable` : "public, max-age=300";
    app.get(`/${file}`, publicRoute, (_request, reply) => reply.header("cache-control", keep).sendFile(file));
  }
}

/** Sends the one page, which reads from its address what to show. */
export function sendPage(reply: FastifyReply): FastifyReply {
  return reply.code(200).header("cache-control", "no-cache").sendFile(index);
}

/** Whether a request that no route takes is a browser's for one of our pages: it wants HTML, and what it asks for looks like no file. */
export function asksForPage({ method, url, headers }: FastifyRequest): boolean {
  const [path = "/"] = url.split("?");
  if (method !== "GET" && method !== "HEAD") return false;
  if (/^\/(v1|portal|assets)(\/|$)/.test(path) || /\.[^/]*$/.test(path)) return false;
  return headers.accept?.includes("text/html") === true;
}
