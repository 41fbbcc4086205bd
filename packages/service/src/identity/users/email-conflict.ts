import { DomainError } from "@wayfare/contract";
import { isUniqueViolation } from "@wayfare/database";

/** Converts a unique violation of the email address to a CONFLICT error; returns other errors unchanged. */
export function toEmailConflict(error: unknown): unknown {
  if (!isUniqueViolation(error, "users_by_email")) return error;
  return new DomainError("CONFLICT", { detail: "This email address is already in use." });
}
