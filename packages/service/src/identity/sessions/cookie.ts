import type { FastifyReply, FastifyRequest } from "fastify";

/** Writes and reads one cookie that scripts cannot see and other sites cannot set. */
export interface HostCookie {
  /** Undefined where the browser sent none. */
  read(request: FastifyRequest): string | undefined;
  write(request: FastifyRequest, reply: FastifyReply, value: string, maxAgeSeconds: number): void;
  clear(request: FastifyRequest, reply: FastifyReply): void;
}

/**
 * A cookie of this host alone. By https its name starts with `__Host-`, which keeps a neighbouring host, or plain http, from setting
 * one in its place.
 *
 * @param publicUrl where it starts with https, a proxy in front of us ends TLS, whatever it says of that.
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

/** The cookie of a session. */
export function makeSessionCookie(publicUrl: string): HostCookie {
  return makeHostCookie("wayfare_session", publicUrl);
}
