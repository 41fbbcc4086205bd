import { isRole, type Role } from "@wayfare/contract";

/** The role that a row names. One that this version does not know stops what asks for it, rather than being taken for another. */
export function readRole(name: string): Role {
  if (!isRole(name)) throw new Error(`the role ${name} of a user is not known`);
  return name;
}
