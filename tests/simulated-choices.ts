import { unitHash } from "@wayfare/engine";

type HourWeight = `${"departure" | "arrival"}${"Sin" | "Cos"}${24 | 12 | 8}`;

/** Utility weights of simulated travelers: the coefficients that the evaluation should recover. */
export type UtilityWeights = Record<"price" | "duration" | "stop" | "carrier" | HourWeight, number>;

/** Weights that differ from the shipped coefficients, with preferences by hour strong enough to be recovered from 2,000 choices. */
export const plantedTaste: UtilityWeights = {
  price: 2.2,
  duration: 4.1,
  stop: 1,
  carrier: 0.8,
  departureSin24: 0.35,
  departureCos24: 0.8,
  departureSin12: -0.4,
  departureCos12: 0.5,
  departureSin8: 0.35,
  departureCos8: -0.35,
  arrivalSin24: 0.6,
  arrivalCos24: 0.45,
  arrivalSin12: 0.4,
  arrivalCos12: -0.35,
  arrivalSin8: -0.4,
  arrivalCos8: 0.35,
};

const isWeight = (name: string): name is keyof UtilityWeights => name in plantedTaste;

/** Weights of travelers whose choices are less noisy by `factor`, or noisier if it is below 1. */
export function scaleWeights(weights: UtilityWeights, factor: number): UtilityWeights {
  const scaled = { ...weights };
  for (const name of Object.keys(plantedTaste).filter(isWeight)) scaled[name] *= factor;
  return scaled;
}

interface Drawn {
  price: number;
  minutes: number;
  stops: number;
  carriers: number;
  departure: number;
  arrival: number;
}

const optionsPerSession = 12;

/**
 * Simulates a CSV table of choices: each traveler takes the option with the highest utility plus a Gumbel draw, as in a conditional logit
 * model. The utility is implemented here independently of the engine.
 */
export function simulateChoices(weights: UtilityWeights, sessions: number, seed: number): string {
  const lines = ["session,option,price,duration,stops,carriers,departure,arrival,chosen"];
  for (let session = 0; session < sessions; session++) {
    const options = Array.from({ length: optionsPerSession }, (_, at) => drawOption(seed, session, at));
    const cheapest = Math.min(...options.map(({ price }) => price));
    const shortest = Math.min(...options.map(({ minutes }) => minutes));
    const utilities = options.map((option, at) => {
      const gumbel = -Math.log(-Math.log(unitHash(seed, session, at, 7)));
      return gumbel - disutility(weights, option, { cheapest, shortest });
    });
    const chosen = utilities.indexOf(Math.max(...utilities));
    for (const [at, { price, minutes, stops, carriers, departure, arrival }] of options.entries()) {
      const times = [departure, arrival].map(clock).join(",");
      lines.push(
        `s${session},${at},${price.toFixed(2)},${minutes},${stops},${carriers},${times},${at === chosen ? 1 : 0}`,
      );
    }
  }
  return `${lines.join("\n")}\n`;
}

function drawOption(seed: number, session: number, at: number): Drawn {
  const draw = (stream: number) => unitHash(seed, session, at, stream);
  const stops = Math.floor(3 * draw(0));
  return {
    price: 150 + 500 * draw(1),
    minutes: Math.round(300 + 100 * stops + 300 * draw(2)),
    stops,
    carriers: 1 + Math.floor((stops + 1) * draw(3)),
    departure: Math.floor(1440 * draw(4)),
    arrival: Math.floor(1440 * draw(5)),
  };
}

function disutility(weights: UtilityWeights, option: Drawn, ideals: { cheapest: number; shortest: number }): number {
  return (
    weights.price * Math.log(option.price / ideals.cheapest) +
    weights.duration * Math.log(option.minutes / ideals.shortest) +
    weights.stop * (option.stops === 2 ? 2.5 : option.stops) +
    weights.carrier * (option.carriers - 1) +
    hourDisutility(weights, "departure", option.departure / 60) +
    hourDisutility(weights, "arrival", option.arrival / 60)
  );
}

function hourDisutility(weights: UtilityWeights, end: "departure" | "arrival", hour: number): number {
  let sum = 0;
  for (const period of [24, 12, 8] as const) {
    const angle = (2 * Math.PI * hour) / period;
    sum += weights[`${end}Sin${period}`] * Math.sin(angle) + weights[`${end}Cos${period}`] * Math.cos(angle);
  }
  return sum;
}

function clock(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;
}
