import type { UnitOfWork } from "@wayfare/database";
import type { SecretBox } from "@wayfare/webhooks";
import { consumeCode } from "../users/credentials.ts";
import type { UserRecord } from "../users/store.ts";
import { SignInFailure } from "./failure.ts";

/**
 * Verifies a code of a user with an authenticator and counts wrong codes. A failure is returned instead of thrown, so that the
 * transaction commits the count; null means success.
 *
 * @param user locked.
 */
export async function verifyCode(
  { tx, nowMs }: UnitOfWork,
  { box }: { box: SecretBox },
  user: UserRecord,
  code: string | undefined,
): Promise<SignInFailure | null> {
  if (code === undefined) return new SignInFailure("code_required", { user });
  const result = await consumeCode(tx, box, { user, code, nowMs });
  if (result === "accepted") return null;
  if (result === "wrong") return new SignInFailure("wrong_code", { user });
  if (result === "unreadable") {
    const detail =
      "Authenticator codes cannot be verified because the stored secret cannot be decrypted. Use a recovery code, or ask the operator for a sign-in link.";
    return new SignInFailure("unreadable_secret", { user, detail });
  }
  return new SignInFailure("codes_paused", { user, waitMs: (user.codesPausedUntilMs ?? nowMs) - nowMs });
}
