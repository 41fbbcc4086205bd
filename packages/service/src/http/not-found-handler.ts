import { DomainError, routeNotFound } from "@wayfare/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { sendProblem } from "./problem.ts";

/** Serves a page for a request without a route; undefined if there is none. */
type FindPage = (request: FastifyRequest, reply: FastifyReply) => FastifyReply | undefined;

/** Handles requests without a route: 405 with `Allow` if the path has other methods, else a page, else 404. */
export function registerNotFoundHandler(app: FastifyInstance, publicUrl: string, findPage: FindPage): void {
  const paths = new Map<string, { pattern: RegExp; methods: Set<string> }>();
  app.addHook("onRoute", (route) => {
    const path = paths.get(route.url) ?? { pattern: patternOf(route.url), methods: new Set<string>() };
    for (const method of [route.method].flat()) path.methods.add(method);
    paths.set(route.url, path);
  });
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split("?")[0] ?? "/";
    const found = [...paths.values()].filter((entry) => entry.pattern.test(path));
    const allow = [...new Set(found.flatMap((entry) => [...entry.methods]))].toSorted();
    if (allow.length === 0) {
      return findPage(request, reply) ?? sendProblem(reply, routeNotFound(request.method, request.url), publicUrl);
    }
    const detail = `Method ${request.method} is not allowed for this path. Allowed: ${allow.join(", ")}.`;
    const problem = new DomainError("METHOD_NOT_ALLOWED", { detail });
    return sendProblem(reply.header("allow", allow.join(", ")), problem, publicUrl);
  });
}

function patternOf(url: string): RegExp {
  const steps = url
    .split("/")
    .map((step) => (step.startsWith(":") ? "[^/]+" : step.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")));
  return new RegExp(`^${steps.join("/")}$`);
}
