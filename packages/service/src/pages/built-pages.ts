import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { fastifyStatic } from "@fastify/static";
import type { FastifyReply, FastifyRequest } from "fastify";
import { type ContentCoding, contentCodings, negotiateEncoding } from "../http/accept-encoding.ts";
import type { App } from "../http/app-type.ts";
import { varyByEncoding } from "../http/compression.ts";
import { smallestFirst } from "./fixed-content.ts";

const publicRoute = { config: { access: "public" } } as const;
const index = "index.html";
const yearSeconds = 31_536_000;

/** Extensions of compressed variants, which the build of the portal writes. */
const extensions: Readonly<Record<ContentCoding, string>> = { zstd: ".zst", br: ".br", gzip: ".gz" };
/** Content types of the files with compressed variants. */
const textTypes: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".svg": "image/svg+xml; charset=utf-8",
};

/** Files of the built portal in a directory. */
export interface BuiltPages {
  directory: string;
  /** All files except the page itself and compressed variants, with slashes. */
  files: readonly string[];
  /** Codings of the compressed variants of each file that has any, and of the page. */
  codings: ReadonlyMap<string, readonly ContentCoding[]>;
  /** CSP hash sources of the inline scripts of the page. */
  inlineScripts: readonly string[];
}

/** Lists the files once, at startup. Returns undefined if the portal is not built. */
export function findBuiltPages(directory: string | undefined): BuiltPages | undefined {
  if (directory === undefined || !existsSync(join(directory, index))) return undefined;
  const paths = readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name).slice(directory.length).replaceAll("\\", "/").replace(/^\//, ""),
    );
  const present = new Set(paths);
  const originals = paths.filter((path) => !/\.(zst|br|gz|map)$/.test(path));
  const codings = new Map(
    originals
      .filter((path) => extname(path) in textTypes)
      .map((path) => [path, contentCodings.filter((coding) => present.has(path + extensions[coding]))] as const)
      .filter(([, found]) => found.length > 0),
  );
  return {
    directory,
    files: originals.filter((path) => path !== index).toSorted(),
    codings,
    inlineScripts: hashInlineScripts(readFileSync(join(directory, index), "utf8")),
  };
}

/** Returns the CSP hash source of each inline script (Content Security Policy Level 3, section 2.3.1). */
function hashInlineScripts(html: string): string[] {
  return [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
    ([, script = ""]) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`,
  );
}

/**
 * Serves the built portal: each file at its own path, and the single page at `/`. Files under `assets/` have a hash of their content in
 * their name and never change. The page that references them is revalidated on each request. A compressed variant is sent to clients that
 * accept it.
 */
export async function registerBuiltPages(app: App, pages: BuiltPages): Promise<void> {
  // Its own negotiation has no zstd, and lets `*` override a coding that the client refuses.
  await app.register(fastifyStatic, { serve: false, root: pages.directory, cacheControl: false });
  app.get("/", publicRoute, (_request, reply) => sendPage(reply, pages));
  for (const file of pages.files) {
    const keep = file.startsWith("assets/") ? `public, max-age=${yearSeconds}, immutable` : "public, max-age=300";
    app.get(`/${file}`, publicRoute, (_request, reply) =>
      sendVariant(reply.header("cache-control", keep), file, pages),
    );
  }
}

/** Sends the single page, which routes by its URL. */
export function sendPage(reply: FastifyReply, pages: BuiltPages): FastifyReply {
  return sendVariant(reply.code(200).header("cache-control", "no-cache"), index, pages);
}

/** Sends a file in the smallest variant that the client accepts. Each variant has its own ETag. */
function sendVariant(reply: FastifyReply, file: string, { codings }: BuiltPages): FastifyReply {
  const variants = codings.get(file);
  const type = textTypes[extname(file)];
  if (variants === undefined || type === undefined) return reply.sendFile(file);
  varyByEncoding(reply);
  const offered = smallestFirst.filter((coding) => variants.includes(coding));
  const encoding = negotiateEncoding(reply.request.headers["accept-encoding"], offered);
  if (encoding === "identity") return reply.sendFile(file);
  reply.type(type).header("content-encoding", encoding);
  return reply.sendFile(file + extensions[encoding], { contentType: false });
}

/** Returns true if an unmatched request is a browser's request for a portal page: it accepts HTML, and its path has no file extension. */
export function isPageRequest({ method, url, headers }: FastifyRequest): boolean {
  const [path = "/"] = url.split("?");
  if (method !== "GET" && method !== "HEAD") return false;
  if (/^\/(v1|portal|assets)(\/|$)/.test(path) || /\.[^/]*$/.test(path)) return false;
  return headers.accept?.includes("text/html") === true;
}
