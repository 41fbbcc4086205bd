import type { App } from "../http/app-type.ts";
import { RelyingParty } from "./passkeys/relying-party.ts";
import { registerPasskeyRoutes } from "./passkeys/security-routes.ts";
import { registerPasskeySignIn, registerPasskeyStepUp } from "./passkeys/sign-in-routes.ts";
import { registerProfileRoutes } from "./security/profile-routes.ts";
import { registerSessionRoutes } from "./security/session-routes.ts";
import { registerTotpRoutes } from "./security/totp-routes.ts";
import type { IdentityParts } from "./sign-in/identity-parts.ts";
import { registerLinkSignIn } from "./sign-in/link-routes.ts";
import { registerPasswordSignIn } from "./sign-in/password-routes.ts";
import { registerStepUp } from "./sign-in/step-up-routes.ts";
import { registerTeamRoutes } from "./team/routes.ts";

/** Routes under /portal for people: sign-in, sessions, passkeys, profile and team. */
export function registerIdentity(app: App, parts: IdentityParts): void {
  const party = new RelyingParty(parts.publicUrl);
  registerLinkSignIn(app, parts);
  registerPasswordSignIn(app, parts);
  registerPasskeySignIn(app, parts, party);
  registerSessionRoutes(app, parts);
  registerStepUp(app, parts);
  registerPasskeyStepUp(app, parts, party);
  registerProfileRoutes(app, parts);
  registerTotpRoutes(app, parts);
  registerPasskeyRoutes(app, parts, party);
  registerTeamRoutes(app, parts);
}
