import { nullable, oneOf } from "@wayfare/contract";
import { type Static, Type } from "typebox";

/** A setting that must never be printed. */
const secret = { secret: true };

/**
 * Every setting. A member `publicUrl` is the environment variable `PUBLIC_URL` and the flag `--public-url`; the reference
 * page and `.env.example` are made from this.
 */
export const SettingsSchema = Type.Object(
  {
    host: Type.String({
      minLength: 1,
      default: "127.0.0.1",
      description: "Address to listen on. `0.0.0.0` or `::` opens the service to the network, as a container needs.",
    }),
    port: Type.Integer({
      minimum: 0,
      maximum: 65_535,
      default: 8080,
      description: "Port to listen on; 0 takes any free one.",
    }),
    publicUrl: nullable(
      Type.String({
        pattern: "^https?://[^/?#]+$",
        default: null,
        description: "Where callers reach the service, without a path. By default `http://localhost:PORT`.",
        examples: ["https://flights.example.com"],
      }),
    ),
    dataDir: Type.String({
      minLength: 1,
      default: "./data",
      description: "Folder for the embedded database, the server secret and cached data.",
    }),
    diskReserveMb: Type.Integer({
      minimum: 64,
      maximum: 1_000_000,
      default: 128,
      description:
        "Megabytes of free disk space that the embedded database keeps in reserve: with less in DATA_DIR, writes are refused with `STORAGE_UNAVAILABLE`, and a start fails.",
    }),
    databaseUrl: nullable(
      Type.String({
        pattern: "^postgres(ql)?://",
        default: null,
        description:
          "PostgreSQL to use instead of the embedded database. Several hosts are separated by commas (`host1:5432,host2:5432`); `docs/operations/running.md` says how one is chosen.",
        examples: ["postgresql://wayfare:…@db.internal/wayfare"],
        ...secret,
      }),
    ),
    databasePoolSize: Type.Integer({
      minimum: 4,
      maximum: 1000,
      default: 16,
      description:
        "PostgreSQL connections of this process for statements: an eighth for keys and sessions, a quarter for expensive lists, the rest for everything else. Listeners have a few more.",
    }),
    serverSecret: nullable(
      Type.String({
        pattern: "^[A-Za-z0-9_-]{1,16}:[A-Za-z0-9+/_=-]{43,}(,[A-Za-z0-9_-]{1,16}:[A-Za-z0-9+/_=-]{43,})*$",
        default: null,
        description:
          "One or several `id:base64` with at least 32 bytes each, comma-separated; the first writes, all read. Required with DATABASE_URL, otherwise made and kept in DATA_DIR/server-secret.",
        examples: ["a:$(openssl rand -base64 32)"],
        ...secret,
      }),
    ),
    role: oneOf(["all", "api", "worker"], {
      default: "all",
      description: "What this process does: answer requests (`api`), run jobs (`worker`) or both (`all`).",
    }),
    trustProxy: Type.Array(Type.String({ pattern: "^[0-9a-fA-F.:]+(/[0-9]{1,3})?$" }), {
      default: [],
      description: "Addresses or CIDR ranges of proxies whose `X-Forwarded-For` is believed, comma-separated.",
      examples: ["10.0.0.0/8"],
    }),
    apiKeysIpAllowlist: Type.Array(Type.String({ pattern: "^[0-9a-fA-F.:]+(/[0-9]{1,3})?$" }), {
      default: [],
      description:
        "Addresses or CIDR ranges, IPv4 and IPv6, that test and live keys may call from, comma-separated; empty lets every address in. Service keys are bound to none.",
      examples: ["203.0.113.0/24,2001:db8::/32"],
    }),
    webhooksAllowLoopback: nullable(
      Type.Boolean({
        default: null,
        description:
          "Whether webhooks may call plain http on loopback addresses, any port. By default only with the embedded database and a HOST that is loopback (127.0.0.0/8, ::1 or localhost).",
      }),
    ),
    webhooksAllowCidrs: Type.Array(Type.String({ pattern: "^[0-9a-fA-F.:]+(/[0-9]{1,3})?$" }), {
      default: [],
      description: "Networks that webhooks may call although they are not public, as CIDR ranges, comma-separated.",
      examples: ["10.20.0.0/16"],
    }),
    webhooksPorts: Type.Array(Type.Integer({ minimum: 1, maximum: 65_535 }), {
      default: [],
      description: "Ports that webhooks may call beside 443 and 8443, comma-separated.",
      examples: ["9443,10443"],
    }),
    webhooksRetentionDays: Type.Integer({
      minimum: 1,
      maximum: 3650,
      default: 30,
      description:
        "Days that events, and deliveries with their attempts after their end, are kept. What is not delivered yet is kept longer.",
    }),
    billingSeller: Type.String({
      minLength: 1,
      maxLength: 500,
      default: "Wayfare",
      description: "Who sells, as invoices name it; `\\n` begins a new line, for an address and a tax number.",
      examples: ["Example Ltd\\n1 High Street, London\\nVAT GB123456789"],
    }),
    billingTaxName: Type.String({
      minLength: 1,
      maxLength: 30,
      default: "Tax",
      description: "What the tax on invoices is called.",
      examples: ["VAT"],
    }),
    billingTaxRate: Type.String({
      pattern: "^(0|[1-9][0-9]?)([.][0-9]{1,4})?$",
      default: "0",
      description: "Percent of tax on invoices, as a decimal number; 0 for none.",
      examples: ["19"],
    }),
    billingPaymentDays: Type.Integer({
      minimum: 0,
      maximum: 365,
      default: 14,
      description: "Days in which an invoice is to be paid. A subscription is past due from then on.",
    }),
    stripeSecretKey: nullable(
      Type.String({
        minLength: 1,
        default: null,
        description: "Secret key of the Stripe account that takes the money; without it invoices are paid by hand.",
        examples: ["sk_live_…"],
        ...secret,
      }),
    ),
    stripeWebhookSecret: nullable(
      Type.String({
        minLength: 1,
        default: null,
        description:
          "Signing secret of the Stripe webhook endpoint `PUBLIC_URL/payments/events`. Required with STRIPE_SECRET_KEY.",
        examples: ["whsec_…"],
        ...secret,
      }),
    ),
    stripeApiUrl: nullable(
      Type.String({
        pattern: "^https?://[^/?#]+$",
        default: null,
        description: "Where Stripe's API is, for a proxy or a test double; Stripe's own by default.",
        examples: ["https://stripe-proxy.internal"],
      }),
    ),
    metricsToken: nullable(
      Type.String({
        pattern: "^[A-Za-z0-9._~+/=-]{16,200}$",
        default: null,
        description:
          "Bearer token that opens `/metrics` and the details of `/readyz`, at least 16 characters. Without it `/metrics` is closed and `/readyz` answers `ready` alone.",
        examples: ["$(openssl rand -hex 32)"],
        ...secret,
      }),
    ),
    logLevel: oneOf(["fatal", "error", "warn", "info", "debug", "silent"], {
      default: "info",
      description: "Least severity that is logged.",
    }),
    logFormat: oneOf(["json", "pretty"], {
      default: "json",
      description: "Form of the log on standard error.",
    }),
    searchDeadlineMs: Type.Integer({
      minimum: 50,
      maximum: 60_000,
      default: 5000,
      description: "Milliseconds after which suppliers that have not answered are left out.",
    }),
    rateLimitFactor: Type.Integer({
      minimum: 1,
      maximum: 10_000,
      default: 1,
      description:
        "What every rate limit of keys and accounts is multiplied by: requests, searches, bursts and searches at once. Quotas stay as the plans have them.",
    }),
    faresFile: nullable(
      Type.String({
        minLength: 1,
        default: null,
        description:
          "Table of fares that the sandbox sells instead of its own: where a carrier has a line for a market and cabin, the table is all that it files there. `docs/guides/fares.md` describes the columns.",
        examples: ["./fares.csv"],
      }),
    ),
    searchThreads: Type.Integer({
      minimum: 0,
      maximum: 256,
      default: 0,
      description: "Threads that search; 0 takes one for each processor but one.",
    }),
    searchLineMs: Type.Integer({
      minimum: 50,
      maximum: 60_000,
      default: 500,
      description:
        "Milliseconds that the queue of searches may last. A burst may fill it up to the deadline; while it stays longer than this, searches are refused with `OVERLOADED`, those of the accounts with the most searches first.",
    }),
    shedDelayMs: Type.Integer({
      minimum: 20,
      maximum: 60_000,
      default: 500,
      description:
        "Milliseconds that the event loop may be late before searches are refused with `OVERLOADED`. At three times this every route is, except health, readiness and metrics.",
    }),
    maxConnections: Type.Integer({
      minimum: 10,
      maximum: 1_000_000,
      default: 10_000,
      description: "Connections at once; more are closed as they open.",
    }),
    shutdownDelayMs: nullable(
      Type.Integer({
        minimum: 0,
        maximum: 600_000,
        default: null,
        description:
          "Milliseconds after SIGTERM in which the service is not ready and still answers every request, so that balancers notice before it closes. Longer than a balancer takes to notice. By default 5000 with DATABASE_URL, and 0 for a worker or with the embedded database.",
        examples: ["5000"],
      }),
    ),
    shutdownGraceMs: Type.Integer({
      minimum: 0,
      maximum: 600_000,
      default: 15_000,
      description: "Milliseconds that requests in flight may take to finish at the end.",
    }),
  },
  { additionalProperties: false },
);

export type Settings = Static<typeof SettingsSchema>;

/** One setting, in the wide type that all share. */
export interface SettingEntry {
  name: string;
  /** `PUBLIC_URL` */
  variable: string;
  /** `--public-url` */
  flag: string;
  type: string;
  description: string;
  default: unknown;
  examples: string[];
  secret: boolean;
  schema: Record<string, unknown>;
}

export const settingEntries: readonly SettingEntry[] = Object.entries(SettingsSchema.properties).map(describeSetting);

function describeSetting([name, property]: [string, object]): SettingEntry {
  const schema: Record<string, unknown> = { ...property };
  const type = [schema.type].flat().find((each) => each !== "null");
  return {
    name,
    variable: name.replace(/[A-Z]/g, "_$&").toUpperCase(),
    flag: `--${name.replace(/[A-Z]/g, "-$&").toLowerCase()}`,
    type: String(type),
    description: String(schema.description),
    default: schema.default,
    examples: Array.isArray(schema.examples) ? schema.examples.map(String) : [],
    secret: schema.secret === true,
    schema,
  };
}
