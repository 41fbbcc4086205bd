import type { Clock } from "@wayfare/contract";
import { getClientAddress } from "@wayfare/egress";
import type { FastifyInstance, onRequestHookHandler } from "fastify";
import { type Allowance, makeAddressThrottle } from "../http/throttle.ts";

/** Limits of a public route that takes a body. */
interface PublicBody {
  /** Largest body; 4 KiB by default. */
  maxBytes?: number;
  /** Throttle for each IP address and process; null if the route authenticates the body before it is parsed. */
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
 * Adds a small body limit and a throttle to every public route with a body. The throttle runs before the body is read, because reading
 * and validating a body costs far more than rejecting it.
 *
 * @throws Error if a public route sets `bodyLimit` instead of `config.publicBody`.
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
    // Runs after the route's own hooks: a cross-site request must not consume tokens of the browser's address.
    route.onRequest = [...[route.onRequest ?? []].flat(), throttleAddress(clock, allowance)];
  });
}

function throttleAddress(clock: Clock, allowance: Allowance): onRequestHookHandler {
  const consume = makeAddressThrottle(clock, allowance);
  return (request, _reply, done) => {
    consume(getClientAddress(request));
    done();
  };
}
