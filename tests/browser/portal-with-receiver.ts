import { openSignedInPortal, type SignedInPortal } from "./signed-in-portal.ts";
import { openReceiver, type Receiver } from "./webhook-receiver.ts";

/** A portal signed in by its owner, and a receiver for its webhooks. */
export interface PortalWithReceiver extends SignedInPortal {
  receiver: Receiver;
}

export async function openPortalWithReceiver(): Promise<PortalWithReceiver> {
  const [portal, receiver] = await Promise.all([openSignedInPortal(), openReceiver()]);
  const close = async () => {
    await portal.close();
    await receiver.close();
  };
  return { ...portal, receiver, close };
}
