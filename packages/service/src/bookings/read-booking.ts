import { type Booking, notFound, type RowScope } from "@wayfare/contract";
import type { Database } from "@wayfare/database";
import type { SecretBox } from "@wayfare/webhooks";
import { completeOffers } from "./complete-offers.ts";
import { findBooking } from "./store.ts";

/** Reads the present state of a booking. @throws DomainError NOT_FOUND */
export async function readBooking(
  { database, box }: { database: Database; box: SecretBox },
  owner: RowScope,
  id: string,
): Promise<Booking> {
  const found = await findBooking(database, owner, id, { box });
  if (found === undefined) throw notFound("booking", id);
  return completeOffers(found.booking);
}
