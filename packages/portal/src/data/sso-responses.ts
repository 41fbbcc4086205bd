/** Decoders of single sign-on, separate from the others, because the entry of the portal does not need them. */

import type { SsoSettings, SsoTest } from "@wayfare/contract";
import { boolean, dictionary, list, nullable, object, text } from "./decoder.ts";
import { role } from "./portal-responses.ts";

export const readSsoUrl = object<{ url: string }>({ url: text });

export const readSsoTest = object<SsoTest>({ ok: boolean, problem: nullable(text) });

export const readSsoSettings = object<SsoSettings>({
  connection: nullable(
    object({
      issuer: text,
      clientId: text,
      groupsClaim: nullable(text),
      groupRoles: dictionary(role),
      defaultRole: nullable(role),
      createsUsers: boolean,
      passwordsOff: boolean,
      updatedAt: text,
    }),
  ),
  redirectUri: text,
  tried: boolean,
  domains: list(
    object({
      domain: text,
      record: object({ name: text, value: text }),
      verifiedAt: nullable(text),
      forced: boolean,
    }),
  ),
});
