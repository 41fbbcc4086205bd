import { DomainError } from "@wayfare/contract";
import { isUniqueViolation } from "@wayfare/database";

/** True for a unique violation of the email address. */
export function isEmailInUse(error: unknown): boolean {
  return isUniqueViolation(error, "users_by_email");
}

/** Converts a unique violation of the email address to a CONFLICT error; returns other errors unchanged. */
export function toEmailConflict(error: unknown): unknown {
  if (!isEmailInUse(error)) return error;
  return new DomainError("CONFLICT", { detail: "This email address is already in use." });
}
