import { parseAddressRange } from "@wayfare/egress";
import { Ajv } from "ajv";
import { type SettingEntry, type Settings, SettingsSchema, settingEntries } from "./schema.ts";

/** Every fault of the settings at once, each a sentence. */
export class SettingsError extends Error {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(`The settings cannot be used:\n${faults.map((fault) => `  ${fault}`).join("\n")}`);
    this.name = "SettingsError";
    this.faults = faults;
  }
}

export interface SettingSources {
  /** `process.env`; an empty variable counts as unset. */
  environment: Readonly<Record<string, string | undefined>>;
  /** Flags as given, by name without dashes (`public-url`); they win. Boolean flags are not known. */
  flags?: Readonly<Record<string, string>>;
}

interface Given {
  entry: SettingEntry;
  /** As the operator wrote it: `PORT` or `--port`. */
  label: string;
  text: string;
}

const ajv = new Ajv({ allErrors: true, allowUnionTypes: true, strict: false });
const check = ajv.compile<Settings>(SettingsSchema);

/**
 * Reads, converts and checks every setting. Throws a SettingsError that names all faults.
 *
 * @param options.needsServerSecret false for a restore, which brings the secrets along
 */
export function parseSettings(sources: SettingSources, { needsServerSecret = true } = {}): Settings {
  const flags = sources.flags ?? {};
  const faults = findUnknownFlags(flags);
  const values: Record<string, unknown> = {};
  const givenByName = new Map<string, Given>();
  for (const entry of settingEntries) {
    const given = findGiven(entry, sources.environment, flags);
    if (given) givenByName.set(entry.name, given);
    values[entry.name] = given ? convert(given) : structuredClone(entry.default);
  }
  if (!check(values)) {
    const wrong = new Set(check.errors?.map((error) => error.instancePath.split("/")[1]));
    for (const entry of settingEntries) {
      if (wrong.has(entry.name)) faults.push(describeFault(entry, givenByName.get(entry.name)));
    }
    throw new SettingsError(faults);
  }
  faults.push(...findContradictions(values, needsServerSecret));
  if (faults.length > 0) throw new SettingsError(faults);
  return values;
}

/** Where callers reach the service. */
export function publicUrlOf(settings: Settings, port = settings.port): string {
  return settings.publicUrl ?? `http://localhost:${port}`;
}

function findGiven(
  entry: SettingEntry,
  environment: SettingSources["environment"],
  flags: Readonly<Record<string, string>>,
): Given | undefined {
  const flag = flags[entry.flag.slice(2)];
  if (flag !== undefined) return { entry, label: entry.flag, text: flag };
  const variable = environment[entry.variable];
  return variable === undefined || variable === "" ? undefined : { entry, label: entry.variable, text: variable };
}

function convert({ entry, text }: Given): unknown {
  if (entry.type === "integer") return toInteger(text.trim());
  if (entry.type === "boolean") return toBoolean(text.trim());
  if (entry.type === "array") {
    const parts = text
      .split(",")
      .map((part) => part.trim())
      .filter((part) => part !== "");
    return holdsIntegers(entry) ? parts.map(toInteger) : parts;
  }
  return text;
}

/** Text that is none stays as it is, for the check to name it. */
function toInteger(text: string): number | string {
  return /^-?[0-9]+$/.test(text) ? Number(text) : text;
}

function toBoolean(text: string): boolean | string {
  if (/^(true|1)$/i.test(text)) return true;
  return /^(false|0)$/i.test(text) ? false : text;
}

function holdsIntegers({ schema: { items } }: SettingEntry): boolean {
  return typeof items === "object" && items !== null && "type" in items && items.type === "integer";
}

function findUnknownFlags(flags: Readonly<Record<string, string>>): string[] {
  const known = new Set(settingEntries.map((entry) => entry.flag.slice(2)));
  return Object.keys(flags)
    .filter((flag) => !known.has(flag))
    .map((flag) => `--${flag} is not a setting.`);
}

function findContradictions(settings: Settings, needsServerSecret: boolean): string[] {
  const lists = {
    API_KEYS_IP_ALLOWLIST: settings.apiKeysIpAllowlist,
    WEBHOOKS_ALLOW_CIDRS: settings.webhooksAllowCidrs,
  };
  for (const [variable, ranges] of Object.entries(lists)) {
    const noRange = ranges.find((text) => parseAddressRange(text) === undefined);
    if (noRange === undefined) continue;
    return [`${variable} holds ${JSON.stringify(noRange)}, which is no address and no CIDR range.`];
  }
  if (needsServerSecret && settings.databaseUrl !== null && settings.serverSecret === null) {
    return ["SERVER_SECRET is required with DATABASE_URL; make one with: echo a:$(openssl rand -base64 32)"];
  }
  if ((settings.stripeSecretKey === null) !== (settings.stripeWebhookSecret === null)) {
    return ["STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET go together: charge with the one, hear of it with the other."];
  }
  return [];
}

function describeFault(entry: SettingEntry, given: Given | undefined): string {
  const found = entry.secret ? "is not usable (its value is not shown)" : `is ${JSON.stringify(given?.text)}`;
  return `${given?.label ?? entry.variable} ${found}; it should be ${describeExpectation(entry)}.`;
}

/** What values a setting takes, in words. */
export function describeExpectation({ schema, type, examples }: SettingEntry): string {
  if (Array.isArray(schema.enum)) return `one of ${schema.enum.join(", ")}`;
  if (type === "integer") return `a whole number from ${String(schema.minimum)} to ${String(schema.maximum)}`;
  if (type === "boolean") return "true or false";
  if (type === "array") return `a comma-separated list such as ${examples[0]}`;
  return examples.length > 0 ? `text such as ${examples[0]}` : "text that is not empty";
}
