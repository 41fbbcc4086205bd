import { readFileSync } from "node:fs";
import { type Cabin, cabins, oneOf, type Partition, type TravelerType, travelerTypes } from "@wayfare/contract";
import type { GuardRules } from "@wayfare/egress";
import { findSupplierUrlFault, type Settings } from "@wayfare/settings";
import {
  firstHttpSlot,
  type HttpSupplierSetup,
  type LiveSupplierSetup,
  type Margin,
  parseMargin,
  supplierSlots,
} from "@wayfare/suppliers";
import { type Static, Type } from "typebox";
import { lazyChecks } from "../http/lazy-check.ts";
import type { DeploymentSuppliers } from "./directory.ts";
import type { CallLimits } from "./store.ts";

const BudgetSchema = Type.Object(
  {
    callsPerDay: Type.Optional(Type.Integer({ minimum: 0 })),
    spendPerMonthUsd: Type.Optional(Type.Number({ minimum: 0 })),
    callsPerBooking: Type.Optional(Type.Integer({ minimum: 1 })),
  },
  { additionalProperties: false },
);

const HttpSchema = Type.Object(
  {
    name: Type.String({ pattern: "^[a-z0-9-]{1,40}$" }),
    slot: Type.Integer({ minimum: firstHttpSlot, maximum: supplierSlots - 1 }),
    url: Type.String({ pattern: "^https?://[^/?#\\s]+(/[^?#\\s]*[^/?#\\s])?$" }),
    secret: Type.String({ minLength: 16, maxLength: 500, pattern: "^[\\x21-\\x7e]+$" }),
    cash: Type.Boolean({ default: true }),
    award: Type.Boolean({ default: false }),
    roundTrips: Type.Boolean({ default: true }),
    cities: Type.Boolean({ default: false }),
    cabins: Type.Array(oneOf(cabins), { minItems: 1, default: [...cabins] }),
    // Suppliers that were written before `infantsInSeat` was added do not know it.
    travelers: Type.Array(oneOf(travelerTypes), { minItems: 1, default: ["adult", "youth", "child", "infant"] }),
    testMode: Type.Boolean({ default: false }),
    callCostUsdCents: Type.Number({ minimum: 0, default: 0 }),
  },
  { additionalProperties: false },
);

const FileSchema = Type.Object(
  {
    http: Type.Array(HttpSchema, { maxItems: supplierSlots - firstHttpSlot, default: [] }),
    budgets: Type.Record(Type.String(), BudgetSchema, { default: {} }),
    allowLoopback: Type.Boolean({ default: false }),
    allowCidrs: Type.Array(Type.String(), { default: [] }),
    ports: Type.Array(Type.Integer({ minimum: 1, maximum: 65_535 }), { default: [] }),
  },
  { additionalProperties: false },
);

const check = lazyChecks({ allErrors: true, useDefaults: true })<Static<typeof FileSchema>>(FileSchema);

/** The live suppliers of a deployment, and its credentials for them. */
export interface ConfiguredSuppliers {
  setup: LiveSupplierSetup;
  deployment: DeploymentSuppliers;
}

/**
 * Reads the live suppliers from the settings and from SUPPLIERS_FILE (docs/suppliers/README.md).
 *
 * @throws Error that names every fault of the file, without its secrets
 */
export function readConfiguredSuppliers(settings: Settings): ConfiguredSuppliers {
  const file = settings.suppliersFile === null ? parseSuppliersFile("{}") : readSuppliersFile(settings.suppliersFile);
  const urls = readUrls(settings, file.allowCidrs);
  const origins = Object.values(urls).flatMap((url) => (url === true ? [] : [new URL(url.baseUrl).origin]));
  const { allowLoopback, allowCidrs, ports } = file;
  const egress: GuardRules = { allowLoopback, allowCidrs, ports, origins };
  const secrets: Record<Partition, Record<string, string>> = { test: {}, live: {} };
  const add = (partition: Partition, name: string, secret: string | null) => {
    if (secret !== null) secrets[partition][name] = secret;
  };
  add("live", "duffel", settings.duffelToken);
  add("test", "duffel", settings.duffelTestToken);
  add("live", "ignav", settings.ignavKey);
  for (const { name, secret, testMode } of file.http) {
    add("live", name, secret);
    if (testMode) add("test", name, secret);
  }
  return {
    setup: {
      ...urls,
      http: file.http.map(toHttpSetup),
      scheduleFile: settings.scheduleFile,
      exchangeRatesFile: settings.exchangeRatesFile,
      duffelSupplierTimeoutMs: settings.duffelSupplierTimeoutMs,
      egress,
      ...(settings.bookingsMargin === null ? {} : { margin: readMargin(settings.bookingsMargin) }),
    },
    deployment: { secrets, limits: limitsOf(file.budgets), eventSecrets: readEventSecrets(settings) },
  };
}

/**
 * Reads the base URLs of suppliers. Only the origin of each may be reached on loopback, not loopback in general.
 *
 * @throws Error that names the setting, without its value
 */
function readUrls({ duffelUrl, seatsAeroUrl, ignavUrl }: Settings, allowCidrs: readonly string[]) {
  const read = (variable: string, text: string | null): true | { baseUrl: string } => {
    if (text === null) return true;
    const fault = findSupplierUrlFault(text, allowCidrs);
    if (fault !== null) throw new Error(`${variable} is not a URL of a supplier: ${fault}`);
    return { baseUrl: text.replace(/\/+$/, "") };
  };
  return {
    duffel: read("DUFFEL_URL", duffelUrl),
    seatsAero: read("SEATS_AERO_URL", seatsAeroUrl),
    ignav: read("IGNAV_URL", ignavUrl),
  };
}

function readEventSecrets({ duffelWebhookSecret: live, duffelTestWebhookSecret: test }: Settings) {
  return { live: live === null ? {} : { duffel: live }, test: test === null ? {} : { duffel: test } };
}

function readMargin(text: string): Margin {
  try {
    return parseMargin(text);
  } catch (error) {
    throw new Error(`cannot read BOOKINGS_MARGIN: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}

function readSuppliersFile(path: string): Static<typeof FileSchema> {
  try {
    return parseSuppliersFile(readFileSync(path, "utf8"));
  } catch (error) {
    throw new Error(`cannot read SUPPLIERS_FILE ${path}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}

/** Parses the contents of SUPPLIERS_FILE and fills in defaults. @throws Error with every fault, without values */
export function parseSuppliersFile(text: string): Static<typeof FileSchema> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The message of the parser quotes the text, which contains secrets.
    throw new Error("it is not JSON");
  }
  if (!check(value)) {
    const faults = (check.errors ?? []).map(({ instancePath, message }) => `${instancePath || "the file"} ${message}`);
    throw new Error(faults.join("; "));
  }
  const names = value.http.map(({ name }) => name);
  const repeated = names.find((name, at) => names.indexOf(name) !== at);
  if (repeated !== undefined) throw new Error(`/http has two suppliers named ${repeated}`);
  return value;
}

function toHttpSetup(http: Static<typeof HttpSchema>): HttpSupplierSetup {
  const { name, slot, url, testMode, callCostUsdCents, cash, award, roundTrips, cities } = http;
  const supported: Cabin[] = [...http.cabins];
  const travelers: TravelerType[] = [...http.travelers];
  const capabilities = { cash, award, roundTrips, cities, cabins: supported, travelers, calendar: false };
  return { name, slot, url, testMode, callCostUsdCents, capabilities };
}

function limitsOf(budgets: Readonly<Record<string, Static<typeof BudgetSchema>>>): Record<string, CallLimits> {
  return Object.fromEntries(
    Object.entries(budgets).map(([name, { callsPerDay = null, spendPerMonthUsd, callsPerBooking = null }]) => [
      name,
      {
        callsPerDay,
        spendPerMonthCents: spendPerMonthUsd === undefined ? null : Math.round(spendPerMonthUsd * 100),
        callsPerBooking,
      },
    ]),
  );
}
