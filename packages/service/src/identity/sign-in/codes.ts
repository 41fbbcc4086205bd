import type { Unit } from "@wayfare/database";
import type { SecretBox } from "@wayfare/webhooks";
import { takeCode } from "../users/credentials.ts";
import type { UserRecord } from "../users/store.ts";
import { SignInFailure } from "./failure.ts";

/**
 * Takes a code of a user who has an authenticator, and counts a wrong one: the failure is returned and not thrown, so that the
 * transaction commits the count.
 *
 * @param user locked.
 */
export async function refuseWrongCode(
  { session, nowMs }: Unit,
  { box }: { box: SecretBox },
  user: UserRecord,
  code: string | undefined,
): Promise<SignInFailure | null> {
  if (code === undefined) return new SignInFailure("code_required", { user });
  const taken = await takeCode(session, box, { user, code, nowMs });
  if (taken === "taken") return null;
  if (taken === "wrong") return new SignInFailure("wrong_code", { user });
  if (taken === "unreadable") {
    const detail =
      "The codes of your authenticator cannot be checked. Use a recovery code, or ask the operator for a link.";
    return new SignInFailure("unreadable_secret", { user, detail });
  }
  return new SignInFailure("codes_paused", { user, waitMs: (user.codesPausedUntilMs ?? nowMs) - nowMs });
}
