import type { FastifyInstance } from "fastify";

/** The announcement that a route will be removed. */
export interface Deprecation {
  /** Date from which the route is deprecated, as in `2027-03-01`. */
  since: string;
  /** Date from which it may be removed, at least 12 months later. */
  sunset: string;
  /** Absolute URL of a page that says what to use instead. */
  link: string;
}

declare module "fastify" {
  interface FastifyContextConfig {
    deprecated?: Deprecation;
  }
}

/** Adds the headers `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and `Link` to every response of a deprecated route. */
export function announceDeprecations(app: FastifyInstance): void {
  app.addHook("onRoute", (route) => {
    const { deprecated } = route.config ?? {};
    if (deprecated === undefined) return;
    const headers = deprecationHeaders(deprecated);
    route.onRequest = [
      (_request, reply, done) => {
        reply.headers(headers);
        done();
      },
      ...[route.onRequest ?? []].flat(),
    ];
  });
}

/** The paragraph of the OpenAPI document. */
export function describeDeprecation({ since, sunset, link }: Deprecation): string {
  return `Deprecated since ${since}. It may be removed from ${sunset} on: see ${link}.`;
}

function deprecationHeaders({ since, sunset, link }: Deprecation): Record<string, string> {
  const [sinceMs, sunsetMs] = [Date.parse(since), Date.parse(sunset)];
  const earliest = new Date(sinceMs);
  earliest.setUTCFullYear(earliest.getUTCFullYear() + 1);
  if (!(sunsetMs >= earliest.getTime())) throw new Error(`a route is removed 12 months after ${since} at the earliest`);
  return {
    deprecation: `@${sinceMs / 1000}`,
    sunset: new Date(sunsetMs).toUTCString(),
    link: `<${link}>; rel="deprecation"; type="text/html"`,
  };
}
