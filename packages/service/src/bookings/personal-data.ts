import type { Contact, Traveler } from "@wayfare/contract";
import { json } from "@wayfare/database";
import type { SecretBox } from "@wayfare/webhooks";

/** Purpose of the key that seals travelers' data. */
export const personalDataPurpose = "travelers";

/** Personal data of a booking. */
export interface PersonalData {
  travelers: readonly Traveler[];
  contact: Contact;
}

/** Columns of a booking whose personal data is sealed. The contact has the members that the previous version reads. */
export const unsealedColumns = { travelers: json([]), contact: json({ email: "", phone: "" }) };

/** Personal data of a booking after its erasure. The contact has the formats of the API. */
export const erasedData: { travelers: Traveler[]; contact: Contact } = {
  travelers: [],
  contact: { email: "erased@example.invalid", phone: "+10000000" },
};

export function sealPersonalData(box: SecretBox, { travelers, contact }: PersonalData): Uint8Array {
  return box.seal(JSON.stringify({ travelers, contact }));
}

/** Opens sealed data. @throws Error if it was changed or its server secret is missing */
export function openPersonalData(box: SecretBox, sealed: Uint8Array): { travelers: Traveler[]; contact: Contact } {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- sealed by `sealPersonalData`; the box detects changes
  return JSON.parse(box.open(sealed)) as { travelers: Traveler[]; contact: Contact };
}
