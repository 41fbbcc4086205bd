/**
 * Our code of each program by the supplier's `Source` (https://developers.seats.aero, read 2026-11). Rows of other sources are left out:
 * their miles have no value and no name here.
 */
const programBySource: Readonly<Record<string, string>> = {
  aeromexico: "aeromexico",
  aeroplan: "aeroplan",
  alaska: "alaska",
  american: "american",
  azul: "azul",
  british: "britishairways",
  connectmiles: "connectmiles",
  delta: "delta",
  emirates: "emirates",
  ethiopian: "ethiopian",
  etihad: "etihad",
  eurobonus: "eurobonus",
  finnair: "finnair",
  flyingblue: "flyingblue",
  frontier: "frontier",
  jetblue: "jetblue",
  lufthansa: "lufthansa",
  qantas: "qantas",
  qatar: "qatar",
  saudia: "saudia",
  singapore: "singapore",
  smiles: "smiles",
  spirit: "spirit",
  turkish: "turkish",
  united: "united",
  velocity: "velocity",
  virginatlantic: "virginatlantic",
};

export function findProgramOf(source: string): string | undefined {
  return Object.hasOwn(programBySource, source) ? programBySource[source] : undefined;
}

/** Returns the supplier's names of our programs; programs that it does not have are left out. */
export function sourcesOf(programs: readonly string[]): string[] {
  return Object.entries(programBySource)
    .filter(([, program]) => programs.includes(program))
    .map(([source]) => source);
}
