import type { Program } from "../tariffs/program.ts";
import { oneworldPrograms } from "./oneworld.ts";
import { skyteamPrograms } from "./skyteam.ts";
import { starPrograms } from "./star-alliance.ts";
import { unalignedPrograms } from "./unaligned.ts";

export { collectsSurcharge, infantMilesOf, type Program } from "../tariffs/program.ts";

/** The programs that awards are priced in. docs/awards.md has what each of them rests on. */
export const programs: readonly Program[] = [
  ...oneworldPrograms,
  ...starPrograms,
  ...skyteamPrograms,
  ...unalignedPrograms,
];

const byCode = new Map<string, Program>(programs.map((each) => [each.code, each]));

/** The program of a code such as `aeroplan`, or undefined. */
export function findProgram(code: string): Program | undefined {
  return byCode.get(code);
}
