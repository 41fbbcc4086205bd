import { DomainError, type RowScope } from "@wayfare/contract";
import type { UnitOfWork } from "@wayfare/database";
import { findApplication } from "./store.ts";

/**
 * Returns the application of a new key or endpoint. A caller with an application creates them for that application only.
 *
 * @throws DomainError AUTH_BOUNDS_EXCEEDED if the caller belongs to another application.
 */
export function inheritApplication({ applicationId }: RowScope, wanted: string | null): string | null {
  if (applicationId === null || wanted === null || wanted === applicationId) return wanted ?? applicationId;
  const detail = `The calling key belongs to application ${applicationId} and cannot use another one.`;
  throw new DomainError("AUTH_BOUNDS_EXCEEDED", { detail });
}

/**
 * Locks the application of a new row, if it has one, so that the application cannot be deleted before the transaction ends.
 *
 * @throws DomainError REQUEST_INVALID if the application does not exist.
 */
export async function lockApplicationOf(
  { tx }: Pick<UnitOfWork, "tx">,
  { applicationId, ...owner }: RowScope,
): Promise<void> {
  if (applicationId === null) return;
  if (await findApplication(tx, { ...owner, applicationId }, applicationId, "share")) return;
  const detail = `Application ${applicationId} does not exist in this environment.`;
  throw new DomainError("REQUEST_INVALID", {
    detail,
    errors: [{ pointer: "/applicationId", code: "UNKNOWN_APPLICATION", detail }],
  });
}
