import { type EpochDay, formatEpochDay, parseEpochDay } from "@wayfare/engine";
import { type Airline, holdsOn } from "@wayfare/world";

/** An airline of OpenTravelData (CC BY 4.0); a code has several, one after the other. */
export interface PublicAirline {
  readonly code: string;
  readonly name: string;
  /** Null without an end. */
  readonly untilDay: EpochDay | null;
}

/** Parses `optd_airline_best_known_so_far.csv`. @throws Error if it has no heading with the columns that are read */
export function parseOptdAirlines(text: string): PublicAirline[] {
  const [heading = "", ...lines] = text.split(/\r?\n/);
  const columns = heading.split("^");
  const at = (name: string) => {
    const index = columns.indexOf(name);
    if (index === -1) throw new Error(`the file of airlines has no column ${name}`);
    return index;
  };
  const [code, name, until] = [at("2char_code"), at("name"), at("validity_to")];
  return lines
    .filter((line) => line !== "")
    .map((line) => line.split("^"))
    .map((cells) => ({
      code: cells[code] ?? "",
      name: cells[name] ?? "",
      untilDay: cells[until] ? parseEpochDay(cells[until]) : null,
    }));
}

/** Lists airlines that fly on a day by our facts but have ended by the public data, and the reverse; one sentence each. */
export function compareAirlines(
  airlines: Iterable<Airline>,
  publicAirlines: readonly PublicAirline[],
  day: EpochDay,
): string[] {
  const byCode = Map.groupBy(publicAirlines, ({ code }) => code);
  return [...airlines].flatMap(({ code, name, validity }) => {
    const theirs = byCode.get(code) ?? [];
    if (theirs.length === 0) return [`${code} ${name} is not in the public data`];
    const flies = holdsOn(validity, day);
    const open = theirs.find((airline) => airline.untilDay === null || airline.untilDay >= day);
    if (flies && open === undefined) {
      const last = Math.max(...theirs.map((airline) => airline.untilDay ?? 0));
      return [`${code} ${name} flies, but the public data ends it on ${formatEpochDay(last)}`];
    }
    return !flies && open !== undefined
      ? [`${code} ${name} does not fly, but ${open.name} does in the public data`]
      : [];
  });
}
