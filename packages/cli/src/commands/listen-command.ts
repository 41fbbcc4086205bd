import { type Command, InvalidArgumentError } from "commander";

/** Address of the service, and the key. The key has no option, because arguments are visible to other users. */
export interface ServiceAddress {
  url: string;
  /** Undefined if `WAYFARE_KEY` is not set. */
  key: string | undefined;
}

export interface ListenInput {
  /** Null to print events only. */
  forward: string | null;
  /** Event types; empty for all. */
  types: readonly string[];
  /** Secret of the signatures; undefined to create one. */
  secret: string | undefined;
  json: boolean;
}

/** Actions of `wayfare listen` and `wayfare trigger`. */
export interface ListenActions {
  listen(service: ServiceAddress, input: ListenInput): Promise<void>;
  trigger(service: ServiceAddress, input: { type: string; json: boolean }): Promise<void>;
}

interface ListenOptions {
  url?: string;
  forward?: string;
  types?: string[];
  json?: boolean;
}

interface Context {
  environment: Readonly<Record<string, string | undefined>>;
  actions: ListenActions;
}

/** Adds `listen` and `trigger`, which are clients of a running service. */
export function addListenCommands(program: Command, { environment, actions }: Context): void {
  const serviceOf = ({ url }: ListenOptions): ServiceAddress => ({
    url: url ?? environment.WAYFARE_URL ?? "http://localhost:8080",
    key: environment.WAYFARE_KEY,
  });
  const urlOption = ["--url <url>", "URL of the service (default: WAYFARE_URL or http://localhost:8080)"] as const;
  program
    .command("listen")
    .description("Print events as they happen and forward them, signed, to a local URL. Needs WAYFARE_KEY.")
    .allowExcessArguments(false)
    .option("--forward <url>", "URL that receives the deliveries, such as http://localhost:3000/hook", readUrl)
    .option("--types <types>", "comma-separated event types (default: all)", (text) => text.split(","))
    .option(...urlOption)
    .option("--json", "print one JSON object per event")
    .action(async (options: ListenOptions) => {
      const { forward = null, types = [], json = false } = options;
      const secret = (environment.WAYFARE_WEBHOOK_SECRETS ?? "").split(",").find((text) => text !== "");
      await actions.listen(serviceOf(options), { forward, types, json, secret });
    });
  program
    .command("trigger")
    .description("Record an example event of a type for test data. Needs a test key in WAYFARE_KEY.")
    .argument("<type>", "event type, such as booking.confirmed")
    .allowExcessArguments(false)
    .option(...urlOption)
    .option("--json", "print the event as JSON")
    .action(async (type: string, options: ListenOptions) => {
      await actions.trigger(serviceOf(options), { type, json: options.json === true });
    });
}

function readUrl(text: string): string {
  const isHttp = /^https?:\/\//i.test(text) && URL.canParse(text);
  if (!isHttp) throw new InvalidArgumentError("Must be an http or https URL.");
  return text;
}
