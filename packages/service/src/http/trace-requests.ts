import { beginTrace, type OpenSpan } from "@wayfare/telemetry";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

/** Routes that are called every few seconds by machines and would fill the traces. */
const untracedRoutes = new Set(["/healthz", "/readyz", "/metrics"]);

/**
 * Records a span for each request, which later hooks and the handler run in. Attributes follow the semantic conventions of OpenTelemetry for
 * HTTP servers. They contain the route, but neither the path, the query nor headers, in which data of callers can be.
 */
export function traceRequests(app: FastifyInstance): void {
  const spans = new WeakMap<FastifyRequest, OpenSpan>();
  app.addHook("onRequest", (request, reply, done) => {
    const route = request.routeOptions.url ?? "unknown";
    if (untracedRoutes.has(route)) return done();
    const spec = () => ({
      name: `${request.method} ${route}`,
      kind: "server" as const,
      attributes: { "http.request.method": request.method, "http.route": route, "wayfare.request_id": request.id },
    });
    // The rest of the request runs after the span is known here.
    const span = beginTrace(request.headers.traceparent, spec, () => queueMicrotask(done));
    if (span === undefined) return;
    spans.set(request, span);
    endWithResponse(span, reply);
  });
  // The end of the body is an event of the socket, which is outside the span.
  app.addHook("preValidation", (request, _reply, done) => {
    const span = spans.get(request);
    if (span === undefined) done();
    else span.run(done);
  });
}

function endWithResponse(span: OpenSpan, reply: FastifyReply): void {
  reply.raw.once("close", () => {
    const aborted = !reply.raw.writableFinished;
    span.set({ "http.response.status_code": reply.statusCode, ...(aborted ? { "wayfare.aborted": true } : {}) });
    span.end();
  });
}
