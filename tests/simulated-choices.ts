import { unitHash } from "@wayfare/engine";

/** Utility weights of simulated travelers: the coefficients that the evaluation should recover. */
export interface UtilityWeights {
  price: number;
  duration: number;
  stop: number;
  carrier: number;
  earlyHour: number;
  lateHour: number;
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
  const departure = night(option.departure, 20 * 60);
  const arrival = night(option.arrival, 22.5 * 60);
  return (
    weights.price * Math.log(option.price / ideals.cheapest) +
    weights.duration * Math.log(option.minutes / ideals.shortest) +
    weights.stop * (option.stops === 2 ? 2.5 : option.stops) +
    weights.carrier * (option.carriers - 1) +
    (weights.earlyHour * (departure.early + arrival.early)) / 60 +
    (weights.lateHour * (departure.late + arrival.late)) / 60
  );
}

function night(minute: number, latest: number): { early: number; late: number } {
  if (minute >= 420 && minute <= latest) return { early: 0, late: 0 };
  const late = minute > latest ? minute - latest : minute + 1440 - latest;
  const early = minute < 420 ? 420 - minute : 1440 - minute + 420;
  return late < early ? { early: 0, late } : { early, late: 0 };
}

function clock(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;
}
