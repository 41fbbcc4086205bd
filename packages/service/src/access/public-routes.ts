import type { Clock } from "@wayfare/contract";
import { addressOf } from "@wayfare/egress";
import type { FastifyInstance, onRequestHookHandler } from "fastify";
import { type Allowance, makeThrottle } from "../http/throttle.ts";

/** Limits of a public route that takes a body. */
interface PublicBody {
  /** Largest body; 4 KiB by default. */
  maxBytes?: number;
  /** Requests of one address in this process; null where the route authenticates the body before it is parsed. */
  allowance?: Allowance | null;
}

declare module "fastify" {
  interface FastifyContextConfig {
    publicBody?: PublicBody;
  }
}

const defaultMaxBytes = 4096;
const defaultAllowance: Allowance = { burst: 20, perMinute: 10 };
const bodilessMethods = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Gives every public route that takes a body a small body limit, and a throttle that runs before the body is read: reading and
 * validating a body costs far more than refusing it.
 *
 * @throws Error at the registration of a public route that sets `bodyLimit` past `config.publicBody`.
 */
export function limitPublicBodies(app: FastifyInstance, clock: Clock): void {
  app.addHook("onRoute", (route) => {
    const { access, publicBody = {} } = route.config ?? {};
    if (access !== "public" || [route.method].flat().every((method) => bodilessMethods.has(method))) return;
    const { maxBytes = defaultMaxBytes, allowance = defaultAllowance } = publicBody;
    if (route.bodyLimit !== undefined && route.bodyLimit !== maxBytes) {
      throw new Error(
        `${String(route.method)} ${route.url} is public: declare config.publicBody.maxBytes, not bodyLimit`,
      );
    }
    route.bodyLimit = maxBytes;
    if (allowance === null) return;
    // After the route's own checks: a request that another site makes a browser send consumes nothing of its address.
    route.onRequest = [...[route.onRequest ?? []].flat(), throttleAddress(clock, allowance)];
  });
}

function throttleAddress(clock: Clock, allowance: Allowance): onRequestHookHandler {
  const take = makeThrottle(clock, allowance);
  return (request, _reply, done) => {
    take(addressOf(request));
    done();
  };
}
