import { type Static, type TSchema, Type } from "typebox";
import { money } from "./price.ts";
import { nullable, oneOf } from "./schema.ts";
import type { ScoreComponent } from "./search-request.ts";
import { flightId, offerId } from "./wire-values.ts";

const component = (description: string) => Type.Number({ description, examples: [6.2] });

export const ScoreOptionSchema = Type.Object(
  {
    rank: Type.Integer({ minimum: 1, description: "Rank of the offer; 1 is the best.", examples: [1] }),
    flightId,
    offerId,
    kind: oneOf(["cash", "award"], { description: "Kind of offer.", examples: ["cash"] }),
    score: Type.Number({
      minimum: 0,
      maximum: 100,
      description: "Score from 0 to 100, the sum of the components.",
      examples: [81.4],
    }),
    probability: Type.Number({
      minimum: 0,
      maximum: 1,
      description:
        "Estimated share of travelers with this profile who would choose the offer, rounded to four decimals.",
      examples: [0.23],
    }),
    effectiveCost: money("Total price, with miles converted to money at their value."),
    components: Type.Object(
      {
        price: component("Effective cost."),
        duration: component("Travel time."),
        stops: component("Connections."),
        schedule: component("Convenience of departure and arrival times."),
        comfort: component("Cabin and aircraft."),
        flexibility: component("Refunds and changes."),
        emissions: component("CO2."),
        risk: component("Risk of a missed connection."),
      } satisfies Record<ScoreComponent, TSchema>,
      { description: "Components of the score." },
    ),
    dominatedBy: nullable(
      Type.String({
        description: "Id of an offer that is at least as good in all components; null if there is none.",
        examples: ["off_01kahz2j7p3v8c5m9n4q6r7s8t_4"],
      }),
    ),
    labels: Type.Array(Type.String(), {
      description: "Categories in which the offer is the best.",
      examples: [["best", "cheapest"]],
    }),
    reasons: Type.Array(Type.String(), {
      description:
        "Reasons for the rank and, for an award, the value of its miles. At most two if another offer dominates it, else at most four.",
      examples: [["$212 cheaper than the nonstop, 3 h 10 min longer", "1 stop at ORD"]],
    }),
  },
  { $id: "ScoreOption", description: "Offer with its score." },
);

export type ScoreOption = Static<typeof ScoreOptionSchema>;
