/** Set of flight numbers that belong to one flight. */
interface NumberSet {
  /** The first number by text, of the operating carrier if any is known. */
  name: string;
  isOperating: boolean;
  parent: NumberSet | null;
}

/**
 * Flight numbers that belong together, because an offer states one as the marketing and one as the operating number of a segment. Their
 * common name does not depend on the order in which offers were added.
 */
export class FlightNumbers {
  readonly #sets = new Map<string, NumberSet>();

  /** Adds the numbers of a segment. Returns the key for `nameOf`. */
  add(route: string, { marketing, operating }: { marketing: string; operating: string | null }): string {
    const key = `${route} ${marketing}`;
    const set = this.#find(key, { name: marketing, isOperating: operating === marketing });
    if (operating !== null && operating !== marketing) {
      join(set, this.#find(`${route} ${operating}`, { name: operating, isOperating: true }));
    }
    return key;
  }

  /** Returns the common name of all numbers that are known to belong to the flight. */
  nameOf(key: string): string {
    const set = this.#sets.get(key);
    return set === undefined ? key : rootOf(set).name;
  }

  #find(key: string, named: Pick<NumberSet, "name" | "isOperating">): NumberSet {
    const known = this.#sets.get(key);
    if (known === undefined) {
      const set = { ...named, parent: null };
      this.#sets.set(key, set);
      return set;
    }
    const root = rootOf(known);
    rename(root, named);
    return root;
  }
}

function rootOf(set: NumberSet): NumberSet {
  let root = set;
  while (root.parent !== null) root = root.parent;
  // Shortens the path of the next look-up.
  if (set !== root) set.parent = root;
  return root;
}

function join(a: NumberSet, b: NumberSet): void {
  const [root, other] = [rootOf(a), rootOf(b)];
  if (root === other) return;
  other.parent = root;
  rename(root, other);
}

function rename(set: NumberSet, { name, isOperating }: Pick<NumberSet, "name" | "isOperating">): void {
  const isBetter = isOperating === set.isOperating ? name < set.name : isOperating;
  if (isBetter) Object.assign(set, { name, isOperating });
}
