import { type Command, InvalidArgumentError } from "commander";
import type { ServiceAddress } from "./listen-command.ts";

/** A search as typed. The service validates the values. */
export interface SearchInput {
  origin: string;
  destination: string;
  departureDate: string;
  returnDate?: string;
  cabin?: string;
  adults: number;
  children?: number;
  maxStops?: number;
  limit: number;
  json: boolean;
}

/** Action of `wayfare search`. */
export interface SearchActions {
  search(service: ServiceAddress, input: SearchInput): Promise<void>;
}

interface SearchOptions {
  url?: string;
  return?: string;
  cabin?: string;
  adults: number;
  children?: number;
  maxStops?: number;
  nonstop?: boolean;
  limit: number;
  json?: boolean;
}

interface Context {
  environment: Readonly<Record<string, string | undefined>>;
  actions: SearchActions;
}

/** Adds `search`, a client of a running service. */
export function addSearchCommand(program: Command, { environment, actions }: Context): void {
  program
    .command("search")
    .description("Search and rank flights, in money and in miles. Needs WAYFARE_KEY.")
    .argument("<origin>", "airport or city, such as JFK or city:NYC")
    .argument("<destination>", "airport or city")
    .argument("<date>", "departure date, YYYY-MM-DD")
    .allowExcessArguments(false)
    .option("--return <date>", "return date (default: one way)")
    .option("--cabin <cabin>", "economy, premium_economy, business or first (default: economy)")
    .option("--adults <number>", "adults", readCount, 1)
    .option("--children <number>", "children (default: none)", readCount)
    .option("--max-stops <number>", "maximum number of stops per direction", readCount)
    .option("--nonstop", "only nonstop flights")
    .option("--limit <number>", "maximum number of flights", readCount, 10)
    .option("--url <url>", "URL of the service (default: WAYFARE_URL or http://localhost:8080)")
    .option("--json", "print the response as JSON")
    .action(async (origin: string, destination: string, departureDate: string, options: SearchOptions) => {
      const service = {
        url: options.url ?? environment.WAYFARE_URL ?? "http://localhost:8080",
        key: environment.WAYFARE_KEY,
      };
      const maxStops = options.nonstop === true ? 0 : options.maxStops;
      await actions.search(service, {
        origin,
        destination,
        departureDate,
        adults: options.adults,
        limit: options.limit,
        json: options.json === true,
        ...(options.return === undefined ? {} : { returnDate: options.return }),
        ...(options.cabin === undefined ? {} : { cabin: options.cabin }),
        ...(options.children === undefined ? {} : { children: options.children }),
        ...(maxStops === undefined ? {} : { maxStops }),
      });
    });
}

function readCount(text: string): number {
  if (!/^[0-9]{1,4}$/.test(text)) throw new InvalidArgumentError("Must be a whole number.");
  return Number(text);
}
