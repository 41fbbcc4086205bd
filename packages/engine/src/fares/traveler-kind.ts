/** Type of a traveler by age on the date of the last slice; infants under 2 are on a lap or have a seat. */
export type TravelerType = "adult" | "youth" | "child" | "infant_in_seat" | "infant";

/** A type of traveler with one fare and the same taxes: youths aged 12 to 15 pay fewer taxes than older ones. */
export type TravelerKind = TravelerType | "youth_under_16";

/** Age below which a tax exempts travelers. */
export type AgeLimit = 2 | 12 | 16;

/** Exclusive maximum of the ages of a kind; none for those who are 16 or older. */
const below: Readonly<Record<TravelerKind, number>> = {
  adult: Number.POSITIVE_INFINITY,
  youth: Number.POSITIVE_INFINITY,
  youth_under_16: 16,
  child: 12,
  infant_in_seat: 2,
  infant: 2,
};

/** True if every traveler of the kind is under the age. */
export function isUnder(kind: TravelerKind, age: AgeLimit): boolean {
  return below[kind] <= age;
}

export function typeOfKind(kind: TravelerKind): TravelerType {
  return kind === "youth_under_16" ? "youth" : kind;
}
