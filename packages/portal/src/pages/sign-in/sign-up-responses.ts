import type { CompletedSignUp, PendingSignUp } from "@wayfare/contract";
import { object, oneOf, text } from "../../data/decoder.ts";
import { readSession } from "../../data/portal-responses.ts";

/** Decoders of the responses of the sign-up routes. */

export const readPendingSignUp = object<PendingSignUp>({
  kind: oneOf<PendingSignUp["kind"]>({ confirmation: true, invitation: true }),
  email: text,
});

export const readCompletedSignUp = object<CompletedSignUp>({
  session: readSession,
  key: object({ id: text, secret: text }),
});
