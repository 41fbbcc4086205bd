import type { Program } from "../tariffs/program.ts";
import { oneworldPrograms } from "./oneworld.ts";
import { skyteamPrograms } from "./skyteam.ts";
import { starPrograms } from "./star-alliance.ts";
import { unalignedPrograms } from "./unaligned.ts";

export { collectsSurcharge, infantMilesOf, isOffered, type Program } from "../tariffs/program.ts";

/** The award programs, including those that have ended. docs/awards.md lists the sources of each. */
export const programs: readonly Program[] = [
  ...oneworldPrograms,
  ...starPrograms,
  ...skyteamPrograms,
  ...unalignedPrograms,
];

const byCode = new Map<string, Program>(programs.map((each) => [each.code, each]));

/** Returns the program with a code such as `aeroplan`, or undefined. */
export function findProgram(code: string): Program | undefined {
  return byCode.get(code);
}
