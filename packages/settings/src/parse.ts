import { parseAddressRange, parseProxy } from "@wayfare/egress";
import { Ajv } from "ajv";
import { parseDurationMs } from "./duration.ts";
import { maxRetryDelayMs } from "./retry-delays.ts";
import { type SettingEntry, type Settings, SettingsSchema, settingEntries } from "./schema.ts";
import { readSettingFile, SettingFileError } from "./setting-file.ts";
import { parseMailSender, parseSmtpUrl } from "./smtp-url.ts";

/** Invalid settings. Lists every fault, each as a sentence. */
export class SettingsError extends Error {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(`Invalid settings:\n${faults.map((fault) => `  ${fault}`).join("\n")}`);
    this.name = "SettingsError";
    this.faults = faults;
  }
}

export interface SettingSources {
  /** `process.env`. An empty variable counts as unset. `NAME_FILE` is the path of a file with the value of `NAME`. */
  environment: Readonly<Record<string, string | undefined>>;
  /**
   * Command-line flags by name without dashes (`public-url`). Flags override variables. Boolean flags are not supported, and flags of
   * secret settings are faults.
   */
  flags?: Readonly<Record<string, string>>;
}

interface GivenSetting {
  entry: SettingEntry;
  /** Name that the operator used: `PORT`, `PORT_FILE` or `--port`. */
  label: string;
  text: string;
}

const ajv = new Ajv({ allErrors: true, strict: false, meta: false, validateSchema: false });
const check = ajv.compile<Settings>(SettingsSchema);

/**
 * Reads, converts and validates all settings.
 *
 * @param options.needsServerSecret false for a restore, whose backup contains the secrets
 * @throws SettingsError with every fault.
 */
export function parseSettings(sources: SettingSources, { needsServerSecret = true } = {}): Settings {
  const flags = sources.flags ?? {};
  const faults = [...findUnknownFlags(flags), ...findSecretFlags(flags)];
  const values: Record<string, unknown> = {};
  const givenByName = new Map<string, GivenSetting>();
  for (const entry of settingEntries) {
    const given = findGiven(entry, sources.environment, flags, faults);
    if (given) givenByName.set(entry.name, given);
    values[entry.name] = given ? convert(given) : structuredClone(entry.default);
  }
  if (!check(values)) {
    const invalid = new Set(check.errors?.map((error) => error.instancePath.split("/")[1]));
    for (const entry of settingEntries) {
      if (invalid.has(entry.name)) faults.push(describeFault(entry, givenByName.get(entry.name)));
    }
    throw new SettingsError(faults);
  }
  faults.push(...findConflicts(values, needsServerSecret));
  if (faults.length > 0) throw new SettingsError(faults);
  return values;
}

/** Returns the URL at which clients reach the service. */
export function publicUrlOf(settings: Settings, port = settings.port): string {
  return settings.publicUrl ?? `http://localhost:${port}`;
}

/**
 * Returns the text of one setting in the environment, from `NAME` or from the file that `NAME_FILE` names; undefined if neither is set.
 *
 * @throws SettingsError if both are set or the file cannot be read.
 */
export function readSettingText(
  environment: SettingSources["environment"],
  variable: SettingEntry["variable"],
): string | undefined {
  try {
    return findInEnvironment(environment, variable)?.text;
  } catch (error) {
    throw error instanceof SettingFileError ? new SettingsError([error.message]) : error;
  }
}

/** Adds a fault for a file that cannot be read. */
function findGiven(
  entry: SettingEntry,
  environment: SettingSources["environment"],
  flags: Readonly<Record<string, string>>,
  faults: string[],
): GivenSetting | undefined {
  const flag = entry.secret ? undefined : flags[entry.flag.slice(2)];
  if (flag !== undefined) return { entry, label: entry.flag, text: flag };
  try {
    const found = findInEnvironment(environment, entry.variable);
    return found && { entry, ...found };
  } catch (error) {
    if (!(error instanceof SettingFileError)) throw error;
    faults.push(error.message);
    return undefined;
  }
}

/** @throws SettingFileError */
function findInEnvironment(
  environment: SettingSources["environment"],
  variable: string,
): { label: string; text: string } | undefined {
  const text = environment[variable] ?? "";
  const fileVariable = `${variable}_FILE`;
  const path = environment[fileVariable] ?? "";
  if (path === "") return text === "" ? undefined : { label: variable, text };
  if (text !== "") throw new SettingFileError(`${variable} and ${fileVariable} must not be set together.`);
  return { label: fileVariable, text: readSettingFile(fileVariable, path) };
}

function convert({ entry, text }: GivenSetting): unknown {
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

/** Leaves other text unchanged, so that validation reports it. */
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
    .map((flag) => `Unknown setting: --${flag}.`);
}

/** Arguments of a process are visible to other users of the machine and stay in the history of the shell. */
function findSecretFlags(flags: Readonly<Record<string, string>>): string[] {
  return settingEntries
    .filter(({ secret, flag }) => secret && flags[flag.slice(2)] !== undefined)
    .map(({ flag, variable }) => {
      return `${flag} is not accepted, because other users can see arguments. Set ${variable} or ${variable}_FILE.`;
    });
}

function findConflicts(settings: Settings, needsServerSecret: boolean): string[] {
  const lists = {
    API_KEYS_IP_ALLOWLIST: settings.apiKeysIpAllowlist,
    WEBHOOKS_ALLOW_CIDRS: settings.webhooksAllowCidrs,
  };
  for (const [variable, ranges] of Object.entries(lists)) {
    const invalidRange = ranges.find((text) => parseAddressRange(text) === undefined);
    if (invalidRange === undefined) continue;
    return [`${variable} contains ${JSON.stringify(invalidRange)}, which is not an IP address or a CIDR range.`];
  }
  if (settings.webhooksProxy !== null && parseProxy(settings.webhooksProxy) === undefined) {
    return ["WEBHOOKS_PROXY is invalid (value not shown); must be an http URL such as http://10.0.0.9:3128."];
  }
  if ((settings.webhooksArchiveAccessKeyId === null) !== (settings.webhooksArchiveSecretAccessKey === null)) {
    return ["WEBHOOKS_ARCHIVE_ACCESS_KEY_ID and WEBHOOKS_ARCHIVE_SECRET_ACCESS_KEY must be set together."];
  }
  const longDelay = settings.webhooksRetryDelays.find((text) => parseDurationMs(text) > maxRetryDelayMs);
  if (longDelay !== undefined) return [`WEBHOOKS_RETRY_DELAYS contains ${longDelay}; a delay must be at most 7d.`];
  if (needsServerSecret && settings.databaseUrl !== null && settings.serverSecret === null) {
    return ["SERVER_SECRET is required with DATABASE_URL. Generate one with: echo a:$(openssl rand -base64 32)"];
  }
  if (settings.databaseDirectUrl !== null && settings.databaseUrl === null) {
    return ["DATABASE_DIRECT_URL is only used together with DATABASE_URL."];
  }
  if (settings.requestLogPostgresDays < 30 && settings.requestLogUrl === null) {
    return ["REQUEST_LOG_POSTGRES_DAYS below 30 needs REQUEST_LOG_URL: requests are kept for 30 days."];
  }
  const countries = settings.billingTaxRates.map((text) => text.slice(0, 2));
  const repeated = countries.find((country, at) => countries.indexOf(country) !== at);
  if (repeated !== undefined) return [`BILLING_TAX_RATES contains ${repeated} more than once.`];
  if ((settings.stripeSecretKey === null) !== (settings.stripeWebhookSecret === null)) {
    return ["STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET must be set together."];
  }
  return findMailConflicts(settings);
}

function findMailConflicts({ smtpUrl, mailFrom, signUp }: Settings): string[] {
  if (signUp === "open" && smtpUrl === null) {
    return [
      "SIGN_UP=open needs SMTP_URL and MAIL_FROM, because addresses are proved by mail. Set them, or SIGN_UP=invite.",
    ];
  }
  if ((smtpUrl === null) !== (mailFrom === null)) return ["SMTP_URL and MAIL_FROM must be set together."];
  if (smtpUrl === null || mailFrom === null) return [];
  if (parseSmtpUrl(smtpUrl) === undefined) {
    return [
      "SMTP_URL is invalid (value not shown); must be a URL such as smtp://user:password@mail.example.com:587. `?tls=none` is allowed only without credentials.",
    ];
  }
  if (parseMailSender(mailFrom) === undefined) {
    return [`MAIL_FROM is ${JSON.stringify(mailFrom)}; must be a sender such as Wayfare <no-reply@example.com>.`];
  }
  return [];
}

function describeFault(entry: SettingEntry, given: GivenSetting | undefined): string {
  const found = entry.secret ? "is invalid (value not shown)" : `is ${JSON.stringify(given?.text)}`;
  return `${given?.label ?? entry.variable} ${found}; must be ${describeExpectation(entry)}.`;
}

/** Describes the values that a setting accepts. */
export function describeExpectation({ schema, type, examples }: SettingEntry): string {
  if (Array.isArray(schema.enum)) return `one of ${schema.enum.join(", ")}`;
  if (type === "integer") return `an integer from ${String(schema.minimum)} to ${String(schema.maximum)}`;
  if (type === "boolean") return "true or false";
  if (type === "array") return `a comma-separated list such as ${examples[0]}`;
  return examples.length > 0 ? `a string such as ${examples[0]}` : "a non-empty string";
}
