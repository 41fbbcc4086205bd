import { isRole, type Role } from "@wayfare/contract";

/** Reads the role of a row. @throws Error for a role that this version does not know. */
export function readRole(name: string): Role {
  if (!isRole(name)) throw new Error(`unknown user role ${name}`);
  return name;
}
