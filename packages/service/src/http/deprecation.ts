import type { FastifyInstance } from "fastify";

/** The announcement that a route will be removed. */
export interface Deprecation {
  /** Date from which the route is deprecated, such as `2027-03-01`. */
  since: string;
  /** Date from which it may be removed, at least 12 months later. */
  sunset: string;
  /** Absolute URL of a page that describes the replacement. */
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

/** Describes a deprecation for the OpenAPI document. */
export function describeDeprecation({ since, sunset, link }: Deprecation): string {
  return `Deprecated since ${since}. May be removed on or after ${sunset}. See ${link}.`;
}

function deprecationHeaders({ since, sunset, link }: Deprecation): Record<string, string> {
  const [sinceMs, sunsetMs] = [Date.parse(since), Date.parse(sunset)];
  const earliest = new Date(sinceMs);
  earliest.setUTCFullYear(earliest.getUTCFullYear() + 1);
  if (!(sunsetMs >= earliest.getTime())) throw new Error(`sunset must be at least 12 months after ${since}`);
  return {
    deprecation: `@${sinceMs / 1000}`,
    sunset: new Date(sunsetMs).toUTCString(),
    link: `<${link}>; rel="deprecation"; type="text/html"`,
  };
}
