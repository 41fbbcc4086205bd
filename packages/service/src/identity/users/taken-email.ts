import { DomainError } from "@wayfare/contract";
import { isUniqueViolation } from "@wayfare/database";

/** What failed where a user was given an e-mail address, as the caller is told of it: somebody else may have the address. */
export function describeTakenEmail(error: unknown): unknown {
  if (!isUniqueViolation(error, "users_by_email")) return error;
  return new DomainError("CONFLICT", { detail: "Somebody signs in with this address already." });
}
