import type { AwardOffer } from "../port/port.ts";
import type { TripsResponse } from "./schema.ts";

/** Returns the link that `/trips` marks as primary, else the first one; only https URLs. Undefined if there is none. */
export function primaryLinkOf({ booking_links }: Pick<TripsResponse, "booking_links">): string | undefined {
  const links = (booking_links ?? []).filter(({ link }) => URL.canParse(link) && new URL(link).protocol === "https:");
  return (links.find(({ primary }) => primary === true) ?? links[0])?.link;
}

export function withBookingLink(offer: AwardOffer, link: string | undefined): AwardOffer {
  return link === undefined ? offer : { ...offer, bookingLink: link };
}
