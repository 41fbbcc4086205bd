import { supplierSlots } from "@wayfare/suppliers";

/** The last part of an offer id: `position × 64 + slot`. Slots are permanent, so adding a supplier never changes it. */
export function toOrdinal(position: number, slot: number): number {
  return position * supplierSlots + slot;
}

export function fromOrdinal(ordinal: number): { position: number; slot: number } {
  return { position: Math.floor(ordinal / supplierSlots), slot: ordinal % supplierSlots };
}
