import { signDuffelEvent } from "@wayfare/demo-suppliers";
import type { LiveApp } from "./live-app.ts";

/** Signs the events of the double. */
const secret = "whsec_of_the_supplier";

/** Saves the secret for the account. Returns the path of the address for the events. */
export async function saveSecret({ app, key }: LiveApp): Promise<string> {
  const saved = await app.call("/v1/suppliers/duffel", { method: "PUT", key, body: { webhookSecret: secret } });
  return new URL(JSON.parse(saved.text).webhookUrl).pathname;
}

/** Delivers all events that the supplier has recorded, twice each and the newest first. */
export async function deliver({ app, duffel }: LiveApp, path: string, using = secret): Promise<number[]> {
  duffel.orders.settle();
  const events = duffel.orders.events.all.toReversed();
  const statuses: number[] = [];
  for (const event of [...events, ...events]) {
    const { body, signature } = signDuffelEvent(event, { secret: using, nowMs: app.clock.nowMs() });
    const headers = { "content-type": "application/json", "x-duffel-signature": signature };
    statuses.push((await fetch(app.url + path, { method: "POST", headers, body })).status);
  }
  return statuses;
}
