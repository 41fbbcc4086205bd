import { alliances, oneOf } from "@wayfare/contract";
import type { ProgramDetail } from "@wayfare/sdk";
import { type Static, Type } from "typebox";
import { type Answer, halve } from "../answers/answer.ts";
import { defineTool, searchScopes } from "./tool.ts";

const input = Type.Object(
  {
    query: Type.Optional(
      Type.String({ minLength: 1, maxLength: 40, description: "Part of the name or code.", examples: ["aeroplan"] }),
    ),
    airline: Type.Optional(
      Type.String({ pattern: "^[A-Za-z0-9]{2}$", description: "Programs that book this airline.", examples: ["LH"] }),
    ),
    alliance: Type.Optional(oneOf(alliances, { description: "Alliance of the program.", examples: ["star"] })),
    transferFrom: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 40,
        description: "Programs to which these bank or hotel points can be transferred.",
        examples: ["chase-ur"],
      }),
    ),
  },
  { additionalProperties: false },
);

const ProgramSchema = Type.Object(
  {
    code: Type.String({ description: "Code for `programs` of a search." }),
    name: Type.String(),
    alliance: Type.Union([Type.String(), Type.Null()]),
    usualCents: Type.String({ description: "Usual value of a mile in US cents." }),
    transferFrom: Type.Optional(
      Type.Array(Type.String(), { description: "Points that can be transferred, with miles per point." }),
    ),
  },
  { additionalProperties: false },
);

const data = Type.Object({ programs: Type.Array(ProgramSchema) });

type Input = Static<typeof input>;
type Data = Static<typeof data>;

/** Longest list with the transfer partners of each program. */
const maxDetailed = 10;

export const listPrograms = defineTool({
  name: "list_programs",
  title: "List loyalty programs",
  description:
    "Lists the loyalty programs whose awards can be searched: codes, usual value of a mile, and the bank points that can be transferred to them.",
  input,
  data,
  scopes: [searchScopes],
  annotations: { openWorldHint: false },
  async run(args, { client, signal }): Promise<Answer<Data>> {
    const matching: ProgramDetail[] = [];
    for await (const program of client.programs.list({ limit: 100 }, { signal })) {
      if (matches(program, args)) matching.push(program);
    }
    const isDetailed = matching.length <= maxDetailed;
    return {
      complete: isDetailed,
      notes: isDetailed
        ? []
        : [
            `Transfer partners are listed for at most ${maxDetailed} programs: filter by query, airline, alliance or transferFrom.`,
          ],
      next: [],
      data: { programs: matching.map((program) => toProgram(program, isDetailed)) },
      render,
      shrink: (all) => {
        const programs = halve(all.programs);
        return programs && { programs };
      },
    };
  },
});

function matches(program: ProgramDetail, { query, airline, alliance, transferFrom }: Input): boolean {
  const { code, name, airlines, transferPartners } = program;
  const text = `${code} ${name}`.toLowerCase();
  return (
    (query === undefined || text.includes(query.toLowerCase())) &&
    (airline === undefined || airlines.includes(airline.toUpperCase())) &&
    (alliance === undefined || program.alliance === alliance) &&
    (transferFrom === undefined ||
      transferPartners.some(({ currency }) => currency.includes(transferFrom.toLowerCase())))
  );
}

function toProgram({ code, name, alliance, valueCents, transferPartners }: ProgramDetail, isDetailed: boolean) {
  const transferFrom = transferPartners.map(({ currency, ratio }) => `${currency} ${ratio}`);
  const usualCents = `${valueCents.floor}-${valueCents.ceiling}`;
  return { code, name, alliance, usualCents, ...(isDetailed ? { transferFrom } : {}) };
}

function render({ programs }: Data): string {
  if (programs.length === 0) return "No programs found. Call list_programs without filters for all of them.";
  return programs
    .map(({ code, name, transferFrom }) =>
      transferFrom === undefined
        ? `${code}: ${name}`
        : `${code}: ${name}; from ${transferFrom.join(", ") || "no points"}`,
    )
    .join("\n");
}
