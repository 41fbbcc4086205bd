import type { App } from "../http/app-type.ts";
import { RelyingParty } from "../passkeys/relying-party.ts";
import { registerPasskeyRoutes } from "../passkeys/security-routes.ts";
import { registerPasskeySignIn, registerPasskeyStepUp } from "../passkeys/sign-in-routes.ts";
import { registerProfileRoutes } from "../security/profile-routes.ts";
import { registerTotpRoutes } from "../security/totp-routes.ts";
import { registerSessionRoutes } from "../sessions/routes.ts";
import { registerLinkSignIn } from "../sign-in/link-routes.ts";
import { registerPasswordSignIn } from "../sign-in/password-routes.ts";
import { registerStepUp } from "../sign-in/step-up-routes.ts";
import { registerTeamRoutes } from "../team/routes.ts";
import { registerOverview } from "./overview-routes.ts";
import type { PortalParts } from "./parts.ts";

/** Everything under /portal, which our own pages call beside the public API. */
export function registerPortal(app: App, parts: PortalParts): void {
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
  registerOverview(app, parts);
}
