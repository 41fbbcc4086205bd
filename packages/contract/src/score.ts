import { type Static, type TSchema, Type } from "typebox";
import { money } from "./price.ts";
import { nullable, oneOf } from "./schema.ts";
import type { ScoreComponent } from "./search-request.ts";
import { flightId, offerId } from "./wire-values.ts";

const component = (description: string) => Type.Number({ description, examples: [6.2] });

export const ScoreOptionSchema = Type.Object(
  {
    rank: Type.Integer({ minimum: 1, description: "1 is the best.", examples: [1] }),
    flightId,
    offerId,
    kind: oneOf(["cash", "award"], { description: "Kind of offer.", examples: ["cash"] }),
    score: Type.Number({ minimum: 0, maximum: 100, description: "The sum of the components.", examples: [81.4] }),
    probability: Type.Number({
      minimum: 0,
      maximum: 1,
      description: "Share of travelers of the profile who would choose it, to four decimals.",
      examples: [0.23],
    }),
    effectiveCost: money("Money, and miles at their value."),
    components: Type.Object(
      {
        price: component("Effective cost."),
        duration: component("Time on the way."),
        stops: component("Connections."),
        schedule: component("Hours of the day."),
        comfort: component("Cabin and aircraft."),
        flexibility: component("Refunds and changes."),
        emissions: component("CO2."),
        risk: component("Danger of missing a connection."),
      } satisfies Record<ScoreComponent, TSchema>,
      { description: "The parts of the score." },
    ),
    dominatedBy: nullable(
      Type.String({
        description: "An offer that is at least as good in everything, or null.",
        examples: ["off_01kahz2j7p3v8c5m9n4q6r7s8t_4"],
      }),
    ),
    labels: Type.Array(Type.String(), { description: "What it is the best in.", examples: [["best", "cheapest"]] }),
    reasons: Type.Array(Type.String(), {
      description:
        "Why it stands here, and of an award whether it is a good use of its miles; at most two where another option dominates it, else at most four.",
      examples: [["$212 cheaper than the nonstop, 3 h 10 min longer", "1 stop at ORD"]],
    }),
  },
  { $id: "ScoreOption", description: "One offer with its score." },
);

export type ScoreOption = Static<typeof ScoreOptionSchema>;
