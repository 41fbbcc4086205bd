import { DomainError, type SsoResult, SsoStartSchema, SsoStepUpSchema, SsoUrlSchema } from "@wayfare/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../../http/app-type.ts";
import { getSessionCaller } from "../../http/caller.ts";
import { bodyProblems, problemResponses } from "../../http/problem-responses.ts";
import { requestLogger } from "../../http/request-log.ts";
import { sameOriginOnly } from "../../http/same-origin.ts";
import { findConnection, type SsoConnection } from "../connections/connection-store.ts";
import { domainOf, findVerifiedDomain } from "../connections/domain-store.ts";
import { type HostCookie, makeHostCookie } from "../sessions/cookie.ts";
import { SignInFailure } from "../sign-in/failure.ts";
import { finishSignIn } from "./finish-sign-in.ts";
import { type Flow, flowLifetimeMs, openFlow, sealFlow, startFlow } from "./flow.ts";
import { IssuerError } from "./issuer-error.ts";
import { callbackPath, providerOf, type SsoDeps } from "./sso-deps.ts";

/** Registers the two steps of single sign-on: the redirect to the provider, and the callback of the provider. */
export function registerSsoSignIn(app: App, deps: SsoDeps): void {
  const flowCookie = makeHostCookie("wayfare_sso", deps.publicUrl);
  registerStart(app, deps, flowCookie);
  registerStepUp(app, deps, flowCookie);
  registerCallback(app, deps, flowCookie);
}

function registerStart(app: App, deps: SsoDeps, flowCookie: HostCookie): void {
  const { database, publicUrl, attempts } = deps;
  app.post(
    "/portal/session/sso",
    {
      config: { access: "public" },
      onRequest: sameOriginOnly(publicUrl),
      schema: {
        body: SsoStartSchema,
        response: {
          200: SsoUrlSchema,
          ...problemResponses([...bodyProblems, "ORIGIN_REFUSED", "SSO_FAILED", "RATE_LIMITED"]),
        },
      },
    },
    (request, reply) =>
      attempts.signIn({ request, reply, method: "sso" }, null, async () => {
        const { email, next = null } = request.body;
        const domain = await findVerifiedDomain(database, domainOf(email));
        const connection = domain && (await findConnection(database, domain.accountId));
        if (connection === undefined) {
          const detail =
            "No identity provider is connected to the domain of this email address. Sign in with a password.";
          throw new SignInFailure("sso_refused", { detail });
        }
        const started = startFlow({ ...connection, email, userId: null, next }, deps.clock.nowMs());
        return openProvider(deps, connection, started, { request, reply, flowCookie });
      }),
  );
}

function registerStepUp(app: App, deps: SsoDeps, flowCookie: HostCookie): void {
  const { database, clock, attempts } = deps;
  app.post(
    "/portal/step-up/sso",
    { config: { access: { roles: [] } }, schema: { body: SsoStepUpSchema, response: { 200: SsoUrlSchema } } },
    (request, reply) =>
      attempts.confirm({ request, reply, method: "sso" }, async () => {
        const { accountId, id: userId, session } = getSessionCaller(request);
        const connection = session.isSso ? await findConnection(database, accountId) : undefined;
        if (connection === undefined) {
          throw new DomainError("STATE_INVALID", { detail: "This is not a session of single sign-on." });
        }
        const target = { ...connection, email: null, userId, next: request.body.next ?? null };
        return openProvider(deps, connection, startFlow(target, clock.nowMs()), { request, reply, flowCookie });
      }),
  );
}

/** Returns the URL of the provider, and binds the flow to the browser. */
async function openProvider(
  deps: SsoDeps,
  connection: SsoConnection,
  flow: Flow,
  { request, reply, flowCookie }: { request: FastifyRequest; reply: FastifyReply; flowCookie: HostCookie },
): Promise<{ url: string }> {
  try {
    const url = await deps.issuers.authorizationUrl(providerOf(deps, connection), flow, deps.publicUrl + callbackPath);
    flowCookie.write(request, reply, sealFlow(deps.flowBox, flow), flowLifetimeMs / 1000);
    return { url: url.href };
  } catch (error) {
    if (!(error instanceof IssuerError)) throw error;
    const { reason, detail: cause } = error;
    requestLogger(request).warn({ accountId: flow.accountId, reason, detail: cause }, "single sign-on cannot start");
    const state = reason === "unavailable" ? "cannot be reached" : "is not set up correctly";
    const detail = `The identity provider ${state}. Try again, or ask an owner of the account to test the connection.`;
    throw new DomainError("SSO_FAILED", { detail });
  }
}

function registerCallback(app: App, deps: SsoDeps, flowCookie: HostCookie): void {
  const { clock, publicUrl } = deps;
  app.get(callbackPath, { config: { access: "public" } }, async (request, reply) => {
    const flow = openFlow(deps.flowBox, flowCookie.read(request), clock.nowMs());
    // The flow works once: a second callback with the same state finds no cookie.
    flowCookie.clear(request, reply);
    const callback = new URL(request.raw.url ?? "", publicUrl);
    const isOwn = flow !== undefined && callback.searchParams.get("state") === flow.state;
    const result = isOwn ? await finishSignIn(deps, { request, reply }, flow, callback) : "expired";
    return reply.header("cache-control", "no-store").redirect(publicUrl + pathFor(result, flow), 303);
  });
}

/** Returns the page that shows a result, and opens the next one after a success. */
function pathFor(sso: SsoResult, flow: Flow | undefined): string {
  const next = flow?.next ?? null;
  const search = new URLSearchParams({ sso, ...(next !== null && { next }) });
  return `/sign-in?${search.toString()}`;
}
