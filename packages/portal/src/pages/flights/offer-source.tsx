import type { Offer } from "@wayfare/sdk";
import { PlainLink } from "../../components/text-link.tsx";
import { Time } from "../../components/time.tsx";

/** Supplier of an offer, age of its data, expiry, and the seller's page if there is one. */
export function OfferSource({ offer: { source, observedAt, expiresAt, bookingLink } }: { offer: Offer }) {
  return (
    <p className="text-12 text-ink-3">
      From {source}, observed <Time at={observedAt} show="distance" /> · expires <Time at={expiresAt} show="distance" />
      {bookingLink?.startsWith("https://") === true && (
        <>
          {" · "}
          <PlainLink href={bookingLink} target="_blank" rel="noreferrer">
            Seller’s page
          </PlainLink>
        </>
      )}
    </p>
  );
}
