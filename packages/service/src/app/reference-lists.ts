import type { Facts } from "@wayfare/world";
import type { ReferenceLists } from "../reference/routes.ts";
import { describeProgram, listProgramsAt } from "./search-facts.ts";

/** Returns the lists of programs, airlines and aircraft types that searches accept and return. Facts are read when a list is first used. */
export function listReference({ airlines, aircraft }: Pick<Facts, "airlines" | "aircraft">): ReferenceLists {
  let listedAirlines: ReferenceLists["airlines"] | undefined;
  let listedAircraft: ReferenceLists["aircraft"] | undefined;
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
    get airlines() {
      return (listedAirlines ??= [...airlines.values()].map(({ code, name, country, alliance }) => {
        return { code, name, country, alliance };
      }));
    },
    get aircraft() {
      return (listedAircraft ??= [...aircraft.values()].map(({ code, name }) => ({ code, name })));
    },
  };
}
