import type { App } from "../http/app-type.ts";
import { RelyingParty } from "./passkeys/relying-party.ts";
import { registerPasskeyRoutes } from "./passkeys/security-routes.ts";
import { registerPasskeySignIn, registerPasskeyStepUp } from "./passkeys/sign-in-routes.ts";
import { registerAccountSwitch } from "./security/account-routes.ts";
import { registerProfileRoutes } from "./security/profile-routes.ts";
import { registerSessionRoutes } from "./security/session-routes.ts";
import { registerTotpRoutes } from "./security/totp-routes.ts";
import { registerLinkSignIn } from "./sign-in/link-routes.ts";
import { registerPasswordReset } from "./sign-in/password-reset-routes.ts";
import { registerPasswordSignIn } from "./sign-in/password-routes.ts";
import { registerStepUp } from "./sign-in/step-up-routes.ts";
import { registerConnectionRoutes } from "./sso/connection-routes.ts";
import { registerDomainRoutes } from "./sso/domain-routes.ts";
import { registerSsoSignIn } from "./sso/sign-in-routes.ts";
import type { SsoDeps } from "./sso/sso-deps.ts";
import { registerMembershipRoutes } from "./team/membership-routes.ts";
import { registerTeamRoutes } from "./team/routes.ts";

/** Registers the identity routes under /portal: sign-in, sessions, passkeys, profile and team. */
export function registerIdentity(app: App, deps: SsoDeps): void {
  const party = new RelyingParty(deps.publicUrl);
  registerLinkSignIn(app, deps);
  registerPasswordSignIn(app, deps);
  registerPasswordReset(app, deps);
  registerPasskeySignIn(app, deps, party);
  registerSessionRoutes(app, deps);
  registerStepUp(app, deps);
  registerPasskeyStepUp(app, deps, party);
  registerProfileRoutes(app, deps);
  registerTotpRoutes(app, deps);
  registerPasskeyRoutes(app, deps, party);
  registerTeamRoutes(app, deps);
  registerSsoSignIn(app, deps);
  registerConnectionRoutes(app, deps);
  registerDomainRoutes(app, deps);
  registerMembershipRoutes(app, deps);
  registerAccountSwitch(app, deps);
}
