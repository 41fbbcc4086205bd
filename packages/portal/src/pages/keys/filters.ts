const statuses = ["active", "revoking", "revoked", "expired"] as const;
export type KeyStatus = (typeof statuses)[number];

/** The filters of the list of keys as they stand in the address. */
export interface KeyFilters {
  status?: KeyStatus;
  applicationId?: string;
  idle?: true;
}

/** Reads them; what an address has too much, or wrong, is left out. */
export function readKeyFilters(search: Record<string, unknown>): KeyFilters {
  const status = statuses.find((each) => each === search["status"]);
  const applicationId = search["applicationId"];
  return {
    ...(status !== undefined && { status }),
    ...(typeof applicationId === "string" && /^app_[0-9a-z]{26}$/.test(applicationId) && { applicationId }),
    ...(search["idle"] === true && { idle: true }),
  };
}
