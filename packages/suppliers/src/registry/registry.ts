import type { Partition } from "@wayfare/contract";
import type { Supplier } from "../port/port.ts";

/** Slots are 0 to 63. */
export const supplierSlots = 64;

/** Slot of the sandbox. */
export const sandboxSlot = 0;

export interface Registration {
  supplier: Supplier;
  /** Permanent: it is part of the ids of the supplier's offers. A slot is never reassigned to another supplier. */
  slot: number;
  /** Partitions whose keys search this supplier. */
  partitions: readonly Partition[];
}

/** The registered suppliers of a deployment. */
export class SupplierRegistry {
  readonly #registrations: readonly Registration[];

  /** @throws RangeError if a slot is out of range, a slot or name is used twice, or a supplier without simulated flights serves the test partition. */
  constructor(registrations: readonly Registration[]) {
    const slots = new Set<number>();
    const names = new Set<string>();
    for (const { supplier, slot, partitions } of registrations) {
      const { name, simulated, testMode } = supplier;
      if (!Number.isInteger(slot) || slot < 0 || slot >= supplierSlots) {
        throw new RangeError(`slot ${slot} of supplier ${name} is not between 0 and ${supplierSlots - 1}`);
      }
      if (slots.has(slot)) throw new RangeError(`slot ${slot} of supplier ${name} is already in use`);
      if (names.has(name)) throw new RangeError(`supplier ${name} is registered twice`);
      if (!simulated && !testMode && partitions.includes("test")) {
        throw new RangeError(`supplier ${name} has no simulated flights: test keys see only simulated supply`);
      }
      slots.add(slot);
      names.add(name);
    }
    this.#registrations = registrations.toSorted((a, b) => a.slot - b.slot);
  }

  /** Suppliers of a partition, by slot. */
  list(partition: Partition): readonly Registration[] {
    return this.#registrations.filter(({ partitions }) => partitions.includes(partition));
  }

  find(partition: Partition, slot: number): Supplier | undefined {
    return this.list(partition).find((registration) => registration.slot === slot)?.supplier;
  }

  /** Returns the versions of a partition's suppliers, encoded as one string; suppliers without a version are left out. */
  versionsOf(partition: Partition): string {
    return formatVersions(this.list(partition).map(({ supplier }) => supplier));
  }
}

/** Returns the versions of suppliers, encoded as one string; suppliers without a version are left out. */
export function formatVersions(suppliers: readonly Pick<Supplier, "name" | "version">[]): string {
  const versions = new URLSearchParams();
  for (const { name, version } of suppliers) if (version !== null) versions.append(name, version);
  return versions.toString();
}

/** Returns the version of one supplier in an encoding of `formatVersions`, or null. */
export function readVersion(versions: string, name: string): string | null {
  return new URLSearchParams(versions).get(name);
}
