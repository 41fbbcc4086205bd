import type { Facts } from "@wayfare/world";
import type { ReferenceLists } from "../reference/routes.ts";
import { describeProgram, listProgramsAt } from "./search-facts.ts";

/** Returns the lists of programs, airlines and aircraft types that searches accept and return. */
export function listReference({ airlines, aircraft }: Pick<Facts, "airlines" | "aircraft">): ReferenceLists {
  return {
    listPrograms: (nowMs) =>
      listProgramsAt(nowMs).map((program) => {
        const { code, alliance, carriers } = program;
        return {
          code,
          ...describeProgram(program),
          alliance,
          airlines: [...carriers].filter((carrier) => airlines.has(carrier)).sort(),
        };
      }),
    airlines: [...airlines.values()].map(({ code, name, country, alliance }) => ({ code, name, country, alliance })),
    aircraft: [...aircraft.values()].map(({ code, name }) => ({ code, name })),
  };
}
