import type { Database } from "@wayfare/database";
import { addressNetwork, getClientAddress } from "@wayfare/egress";
import type { FastifyRequest } from "fastify";
import { tooManyAttempts } from "../../http/throttle.ts";
import { normalizeEmail } from "../users/store.ts";
import { consumeTokens } from "./throttle-store.ts";

/** Limits of requests that send a mail to an address that the caller claims. */
const perNetwork = { burst: 10, perMinute: 10 / 60 };
const perSite = { burst: 30, perMinute: 30 / 60 };
const perAddress = { burst: 3, perMinute: 3 / 60 };

/**
 * Counts a request that sends a mail, for the network and for the address, over all processes. Addresses with and without a user are
 * counted alike.
 *
 * @throws DomainError RATE_LIMITED
 */
export async function consumeMailTokens(
  database: Database,
  request: FastifyRequest,
  { purpose, email, nowMs }: { purpose: "sign-up" | "password reset"; email: string; nowMs: number },
): Promise<void> {
  const address = getClientAddress(request);
  const site = addressNetwork(address, 48);
  const network = { name: `${purpose} network ${addressNetwork(address, 64)}`, ...perNetwork };
  const networks = site === address ? [network] : [network, { name: `${purpose} network ${site}`, ...perSite }];
  const person = { name: `${purpose} address ${normalizeEmail(email)}`, ...perAddress };
  const { refusedBy, waitMs } = await consumeTokens(database, { networks, person }, nowMs);
  if (refusedBy === null) return;
  throw tooManyAttempts(refusedBy === "person" ? "for this email address" : "from this IP address", waitMs);
}
