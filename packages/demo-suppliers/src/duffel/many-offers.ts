import type { WireOffer } from "./offers.ts";

/** Size of a recorded offer, in bytes of JSON. */
const recordedBytes = 8000;

/**
 * Returns many offers with the format and the size of recorded ones. They share the objects of the template, so that 10,000 offers take little
 * memory until they are sent: Duffel's help states up to 10,000 offers for a search.
 */
export function repeatOffer(template: WireOffer, count: number, bytes = recordedBytes): WireOffer[] {
  const padded = { ...template, available_services: padding(bytes - JSON.stringify(template).length) };
  const amount = Number(template.total_amount);
  return Array.from({ length: count }, (_, n) => ({
    ...padded,
    id: `${String(template.id)}_${n}`,
    total_amount: (amount + n / 100).toFixed(2),
  }));
}

/** Services of an offer, which are as long as the missing bytes. */
function padding(bytes: number): unknown[] {
  const service = (n: number) => ({
    id: `ase_0000Ab7taODHxn7GhD8D${String(n).padStart(4, "0")}`,
    type: "baggage",
    total_amount: "20.00",
    total_currency: "GBP",
    maximum_quantity: 1,
    segment_ids: ["seg_0000Ab7taODHxn7GhD8DwG"],
    passenger_ids: ["pas_0000Ab7taNqbK8y5YqW6Zn"],
    metadata: {
      type: "checked",
      maximum_weight_kg: 23,
      maximum_height_cm: 38,
      maximum_length_cm: 64,
      maximum_depth_cm: 89,
    },
  });
  const size = JSON.stringify(service(0)).length + 1;
  return Array.from({ length: Math.max(0, Math.ceil(bytes / size)) }, (_, n) => service(n));
}
