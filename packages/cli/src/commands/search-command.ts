import { type Command, InvalidArgumentError } from "commander";
import type { ServiceAddress } from "./listen-command.ts";

/** A search as typed. The service validates the values. */
export interface SearchInput {
  /** One place or several; absent with `slices`. */
  origin?: string | string[];
  destination?: string | string[];
  departureDate?: string;
  returnDate?: string;
  slices?: SliceInput[];
  nearbyKm?: number;
  flexibleDays?: number;
  arriveBy?: string;
  excludeBasic?: boolean;
  allowSelfTransfer?: boolean;
  minCarryOnBags?: number;
  minCheckedBags?: number;
  cabin?: string;
  adults: number;
  children?: number;
  maxStops?: number;
  maxPrice?: PriceInput;
  /** Currency of all prices. */
  currency?: string;
  limit: number;
  json: boolean;
}

/** An amount of money as typed. */
interface PriceInput {
  amount: string;
  currency: string;
}

/** A slice of a multi-city trip as typed. */
interface SliceInput {
  origin: string;
  destination: string;
  departureDate: string;
}

/** Action of `wayfare search`. */
export interface SearchActions {
  search(service: ServiceAddress, input: SearchInput): Promise<void>;
}

interface SearchOptions {
  url?: string;
  return?: string;
  slice?: SliceInput[];
  nearbyKm?: number;
  flexibleDays?: number;
  arriveBy?: string;
  basic: boolean;
  selfTransfer?: boolean;
  carryOn?: number;
  checkedBags?: number;
  cabin?: string;
  adults: number;
  children?: number;
  maxStops?: number;
  maxPrice?: PriceInput;
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
    .argument("[origin]", "airport or city, such as JFK or city:NYC, or up to ten of them: JFK,BOS")
    .argument("[destination]", "airport or city, or up to ten of them")
    .argument("[date]", "departure date, YYYY-MM-DD")
    .allowExcessArguments(false)
    .option("--return <date>", "return date (default: one way)")
    .option("--slice <slice>", "a slice of a multi-city trip, such as JFK,LHR,2027-01-20; two to six times", readSlice)
    .option("--nearby-km <number>", "also airports within this distance (default: none)", readCount)
    .option("--flexible-days <number>", "also days before and after the dates, at most 3 (default: none)", readCount)
    .option("--arrive-by <time>", "latest local arrival, such as 2027-01-21T09:00 (default: any)")
    .option("--no-basic", "without economy fares that can be neither changed nor refunded")
    .option("--carry-on <number>", "cabin bags for each traveler, whose fees count (default: none)", readCount)
    .option("--checked-bags <number>", "checked bags for each traveler, whose fees count (default: none)", readCount)
    .option("--self-transfer", "also connections on separate tickets, if they are cheaper")
    .option("--cabin <cabin>", "economy, premium_economy, business or first (default: economy)")
    .option("--adults <number>", "adults", readCount, 1)
    .option("--children <number>", "children (default: none)", readCount)
    .option("--max-stops <number>", "maximum number of stops per direction", readCount)
    .option("--nonstop", "only nonstop flights")
    .option(
      "--max-price <price>",
      "highest price for all travelers, such as 500 (USD) or 450EUR (default: any)",
      readPrice,
    )
    .option("--limit <number>", "maximum number of flights", readCount, 10)
    .option("--url <url>", "URL of the service (default: WAYFARE_URL or http://localhost:8080)")
    .option("--json", "print the response as JSON")
    .action(async (...[origin, destination, departureDate, options, command]: SearchArguments) => {
      const service = {
        url: options.url ?? environment.WAYFARE_URL ?? "http://localhost:8080",
        key: environment.WAYFARE_KEY,
      };
      const maxStops = options.nonstop === true ? 0 : options.maxStops;
      await actions.search(service, {
        ...placesOf({ origin, destination, departureDate, slices: options.slice }, command),
        ...(options.nearbyKm === undefined ? {} : { nearbyKm: options.nearbyKm }),
        ...(options.flexibleDays === undefined ? {} : { flexibleDays: options.flexibleDays }),
        ...(options.arriveBy === undefined ? {} : { arriveBy: options.arriveBy }),
        ...(options.basic ? {} : { excludeBasic: true }),
        ...(options.selfTransfer === true ? { allowSelfTransfer: true } : {}),
        ...(options.carryOn === undefined ? {} : { minCarryOnBags: options.carryOn }),
        ...(options.checkedBags === undefined ? {} : { minCheckedBags: options.checkedBags }),
        adults: options.adults,
        limit: options.limit,
        json: options.json === true,
        ...(options.return === undefined ? {} : { returnDate: options.return }),
        ...(options.cabin === undefined ? {} : { cabin: options.cabin }),
        ...(options.children === undefined ? {} : { children: options.children }),
        ...(maxStops === undefined ? {} : { maxStops }),
        ...(options.maxPrice && { maxPrice: options.maxPrice, currency: options.maxPrice.currency }),
      });
    });
}

type SearchArguments = [
  origin: string | undefined,
  destination: string | undefined,
  departureDate: string | undefined,
  options: SearchOptions,
  command: Command,
];

interface TypedPlaces {
  origin: string | undefined;
  destination: string | undefined;
  departureDate: string | undefined;
  slices: SliceInput[] | undefined;
}

/** Ends the command with an error unless there are either three arguments or slices. */
function placesOf(
  { origin, destination, departureDate, slices }: TypedPlaces,
  command: Command,
): Pick<SearchInput, "origin" | "destination" | "departureDate" | "slices"> {
  if (slices !== undefined && origin === undefined) return { slices };
  if (slices !== undefined) command.error("error: use either an origin, a destination and a date, or --slice");
  if (origin === undefined || destination === undefined || departureDate === undefined) {
    return command.error("error: an origin, a destination and a date are required, or --slice at least twice");
  }
  return { origin: readPlaces(origin), destination: readPlaces(destination), departureDate };
}

function readPlaces(text: string): string | string[] {
  return text.includes(",") ? text.split(",") : text;
}

function readSlice(text: string, before: SliceInput[] = []): SliceInput[] {
  const [origin, destination, departureDate, ...rest] = text.split(",");
  if (origin === undefined || destination === undefined || departureDate === undefined || rest.length > 0) {
    throw new InvalidArgumentError("Must be an origin, a destination and a date, such as JFK,LHR,2027-01-20.");
  }
  return [...before, { origin, destination, departureDate }];
}

function readPrice(text: string): PriceInput {
  const [, amount, currency = "USD"] = /^([0-9]{1,10}(?:\.[0-9]{1,3})?) ?([A-Z]{3})?$/.exec(text) ?? [];
  if (amount === undefined) throw new InvalidArgumentError("Must be an amount such as 500 or 450EUR.");
  return { amount, currency };
}

function readCount(text: string): number {
  if (!/^[0-9]{1,4}$/.test(text)) throw new InvalidArgumentError("Must be a whole number.");
  return Number(text);
}
