import type { FastifyReply, FastifyRequest } from "fastify";

/** Reads and writes an HttpOnly cookie of this host. */
export interface HostCookie {
  /** Returns undefined if the browser sent no cookie. */
  read(request: FastifyRequest): string | undefined;
  write(request: FastifyRequest, reply: FastifyReply, value: string, maxAgeSeconds: number): void;
  clear(request: FastifyRequest, reply: FastifyReply): void;
}

/**
 * Creates a cookie of this host. With HTTPS, its name has the prefix `__Host-`, which prevents sibling hosts and plain HTTP from setting
 * it.
 *
 * @param publicUrl if it starts with https, the cookie is secure even if a proxy terminates TLS and forwards plain HTTP.
 */
export function makeHostCookie(plainName: string, publicUrl: string): HostCookie {
  const isSecure = (request: FastifyRequest) => publicUrl.startsWith("https:") || request.protocol === "https";
  const nameFor = (request: FastifyRequest) => (isSecure(request) ? `__Host-${plainName}` : plainName);
  const add: HostCookie["write"] = (request, reply, value, maxAge) => {
    const attributes = { path: "/", httpOnly: true, sameSite: "lax", secure: isSecure(request), maxAge } as const;
    reply.setCookie(nameFor(request), value, attributes);
  };
  return {
    read(request) {
      const { cookie } = request.headers;
      return cookie === undefined ? undefined : request.server.parseCookie(cookie)[nameFor(request)];
    },
    write: add,
    clear: (request, reply) => add(request, reply, "", 0),
  };
}

/** Creates the session cookie. */
export function makeSessionCookie(publicUrl: string): HostCookie {
  return makeHostCookie("wayfare_session", publicUrl);
}
