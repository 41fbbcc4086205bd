import {
  billingCurrency,
  currencies,
  freePlan,
  nullable,
  oneOf,
  planNamePattern,
  signUpModes,
} from "@wayfare/contract";
import { type Static, Type } from "typebox";
import { durationPattern } from "./duration.ts";

/** Marks a setting whose value is never printed. */
const secret = { secret: true };

/**
 * Schema of all settings. A member `publicUrl` is the environment variable `PUBLIC_URL` and the flag `--public-url`. The settings reference
 * and `.env.example` are generated from it.
 */
export const SettingsSchema = Type.Object(
  {
    host: Type.String({
      minLength: 1,
      default: "127.0.0.1",
      description:
        "IP address or host name to listen on. Use `0.0.0.0` or `::` to accept connections from the network, for example in a container.",
    }),
    port: Type.Integer({
      minimum: 0,
      maximum: 65_535,
      default: 8080,
      description: "TCP port to listen on. 0 picks a free port.",
    }),
    publicUrl: nullable(
      Type.String({
        pattern: "^https?://[^/?#]+$",
        default: null,
        description: "URL at which clients reach the service, without a path. Defaults to `http://localhost:PORT`.",
        examples: ["https://flights.example.com"],
      }),
    ),
    dataDir: Type.String({
      minLength: 1,
      default: "./data",
      description: "Directory for the embedded database, the server secret, usage journals and cached data.",
    }),
    diskReserveMb: Type.Integer({
      minimum: 64,
      maximum: 1_000_000,
      default: 128,
      description:
        "Free disk space in megabytes that the embedded database keeps in reserve. If less is free in DATA_DIR, writes fail with `STORAGE_UNAVAILABLE` and the service does not start.",
    }),
    databaseUrl: nullable(
      Type.String({
        pattern: "^postgres(ql)?://",
        default: null,
        description:
          "Connection string of the PostgreSQL database to use instead of the embedded database. Separate several hosts with commas (`host1:5432,host2:5432`); see `docs/operations/running.md` for how a host is chosen.",
        examples: ["postgresql://wayfare:…@db.internal/wayfare"],
        ...secret,
      }),
    ),
    databaseDirectUrl: nullable(
      Type.String({
        pattern: "^postgres(ql)?://",
        default: null,
        description:
          "Connection string of the PostgreSQL server itself. Required if DATABASE_URL leads to a connection pooler in transaction mode, such as PgBouncer. Used for notifications, advisory locks, migrations, backups and commands.",
        examples: ["postgresql://wayfare:…@db.internal/wayfare"],
        ...secret,
      }),
    ),
    databasePoolSize: Type.Integer({
      minimum: 4,
      maximum: 1000,
      default: 16,
      description:
        "Maximum number of pooled PostgreSQL connections of this process. One eighth serves key and session lookups, one quarter expensive reads, the rest all other statements. Listeners use a few more connections.",
    }),
    requestLogUrl: nullable(
      Type.String({
        pattern: "^https?://[^/?#]+(/[^/?#]*)?$",
        default: null,
        description:
          "URL of a ClickHouse database that answers queries of the request log, with user name and password. PostgreSQL still has every request for billing. Without it, PostgreSQL answers.",
        examples: ["https://wayfare:…@clickhouse.internal:8443/wayfare"],
        ...secret,
      }),
    ),
    requestLogPostgresDays: Type.Integer({
      minimum: 3,
      maximum: 30,
      default: 30,
      description:
        "Retention in days of the request log in PostgreSQL. Less than 30 needs REQUEST_LOG_URL; queries of the log then fail while ClickHouse is unavailable.",
    }),
    serverSecret: nullable(
      Type.String({
        pattern: "^[A-Za-z0-9_-]{1,16}:[A-Za-z0-9+/_=-]{43,}(,[A-Za-z0-9_-]{1,16}:[A-Za-z0-9+/_=-]{43,})*$",
        default: null,
        description:
          "Comma-separated list of `id:base64` secrets of at least 32 bytes each. The first secret encrypts and signs; all secrets decrypt and verify. Required with DATABASE_URL; otherwise generated on the first start and stored in DATA_DIR/server-secret.",
        examples: ["a:$(openssl rand -base64 32)"],
        ...secret,
      }),
    ),
    role: oneOf(["all", "api", "worker"], {
      default: "all",
      description: "Role of this process: serve requests (`api`), run background jobs (`worker`), or both (`all`).",
    }),
    trustProxy: Type.Array(Type.String({ pattern: "^[0-9a-fA-F.:]+(/[0-9]{1,3})?$" }), {
      default: [],
      description: "Comma-separated IP addresses or CIDR ranges of proxies whose `X-Forwarded-For` header is trusted.",
      examples: ["10.0.0.0/8"],
    }),
    apiKeysIpAllowlist: Type.Array(Type.String({ pattern: "^[0-9a-fA-F.:]+(/[0-9]{1,3})?$" }), {
      default: [],
      description:
        "Comma-separated IPv4 and IPv6 addresses or CIDR ranges from which test and live keys can be used. An empty list allows every address. Service keys are not restricted.",
      examples: ["203.0.113.0/24,2001:db8::/32"],
    }),
    webhooksAllowLoopback: nullable(
      Type.Boolean({
        default: null,
        description:
          "Allows webhook URLs with plain http on loopback addresses, on any port. By default this is allowed only with the embedded database and a loopback HOST (127.0.0.0/8, ::1 or localhost).",
        examples: ["false"],
      }),
    ),
    webhooksAllowCidrs: Type.Array(Type.String({ pattern: "^[0-9a-fA-F.:]+(/[0-9]{1,3})?$" }), {
      default: [],
      description: "Comma-separated CIDR ranges of private networks to which webhooks can be sent.",
      examples: ["10.20.0.0/16"],
    }),
    webhooksPorts: Type.Array(Type.Integer({ minimum: 1, maximum: 65_535 }), {
      default: [],
      description: "Comma-separated ports to which webhooks can be sent, in addition to 443 and 8443.",
      examples: ["9443,10443"],
    }),
    webhooksProxy: nullable(
      Type.String({
        pattern: "^http://[^/?#]+/?$",
        default: null,
        description:
          "HTTP proxy for webhooks, challenges included, with optional user name and password. Names are resolved and addresses checked first; each `CONNECT` request to the proxy has a checked address. Loopback addresses are called directly.",
        examples: ["http://user:password@10.0.0.9:3128"],
        ...secret,
      }),
    ),
    webhooksRetryDelays: Type.Array(Type.String({ pattern: durationPattern }), {
      minItems: 1,
      maxItems: 30,
      default: ["1m", "5m", "30m", "2h", "6h", "24h"],
      description:
        "Comma-separated delays after which a failed webhook delivery is retried, each counted from the end of the failed attempt. After the last one fails, the delivery is dead-lettered. Units: `s`, `m`, `h`, `d`; at most `7d` each.",
      examples: ["10s,1m,10m,1h,12h"],
    }),
    webhooksRetentionDays: Type.Integer({
      minimum: 1,
      maximum: 3650,
      default: 30,
      description:
        "Retention in days of events, and of deliveries and their attempts after they have ended. Pending deliveries are kept longer.",
    }),
    webhooksArchive: nullable(
      Type.String({
        pattern: "^s3://[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](/[A-Za-z0-9_!.*'()/-]*)?$",
        default: null,
        description:
          "Bucket of S3, or of a compatible server, with an optional prefix of keys. The attempts of deliveries are written there before they are purged. Nothing is archived by default.",
        examples: ["s3://wayfare-archive/production"],
      }),
    ),
    webhooksArchiveRegion: nullable(
      Type.String({
        pattern: "^[a-z0-9-]{1,40}$",
        default: null,
        description: "Region of the bucket. By default, that of `AWS_REGION` or of the AWS configuration files.",
        examples: ["eu-central-1"],
      }),
    ),
    webhooksArchiveEndpoint: nullable(
      Type.String({
        pattern: "^https?://[^/?#@]+$",
        default: null,
        description: "Base URL of a server that is compatible with S3, such as MinIO. Defaults to AWS.",
        examples: ["https://minio.internal:9000"],
      }),
    ),
    webhooksArchiveAccessKeyId: nullable(
      Type.String({
        minLength: 1,
        default: null,
        description:
          "Access key id for WEBHOOKS_ARCHIVE. By default, credentials are found as by the AWS command line: in variables, files and the role of the machine.",
        examples: ["AKIAIOSFODNN7EXAMPLE"],
      }),
    ),
    webhooksArchiveSecretAccessKey: nullable(
      Type.String({
        minLength: 1,
        default: null,
        description: "Secret access key for WEBHOOKS_ARCHIVE. Required with WEBHOOKS_ARCHIVE_ACCESS_KEY_ID.",
        examples: ["wJalrXUtnFEMI/…"],
        ...secret,
      }),
    ),
    billingSeller: Type.String({
      minLength: 1,
      maxLength: 500,
      default: "Wayfare",
      description:
        "Name of the seller on invoices. Use `\\n` for line breaks, for example to add an address and a tax number.",
      examples: ["Example Ltd\\n1 High Street, London\\nVAT GB123456789"],
    }),
    billingLogoFile: nullable(
      Type.String({
        minLength: 1,
        default: null,
        description:
          "PNG or JPEG file of up to 500 KB with the seller's logo, printed on invoice PDFs in a box of 150 × 48 points.",
        examples: ["/etc/wayfare/logo.png"],
      }),
    ),
    billingSellerCountry: Type.String({
      pattern: "^([A-Z]{2})?$",
      default: "",
      description:
        "Country of the seller as an ISO 3166-1 alpha-2 code. In a member state of the EU, invoices to businesses with a VAT number in another one have no tax and the note of reverse charge.",
      examples: ["DE"],
    }),
    billingTaxName: Type.String({
      minLength: 1,
      maxLength: 30,
      default: "Tax",
      description: "Name of the tax on invoices.",
      examples: ["VAT"],
    }),
    billingTaxRate: Type.String({
      pattern: "^(0|[1-9][0-9]?)([.][0-9]{1,4})?$",
      default: "0",
      description: "Tax rate on invoices in percent, as a decimal number. 0 means no tax.",
      examples: ["19"],
    }),
    billingTaxRates: Type.Array(Type.String({ pattern: "^[A-Z]{2}=(0|[1-9][0-9]?)([.][0-9]{1,4})?$" }), {
      default: [],
      description:
        "Tax rates in percent for buyers in certain countries, as ISO 3166-1 alpha-2 codes with decimal numbers. `BILLING_TAX_RATE` applies to all others.",
      examples: ["DE=19,FR=20,CH=8.1"],
    }),
    billingPaymentDays: Type.Integer({
      minimum: 0,
      maximum: 365,
      default: 14,
      description: "Payment term of invoices in days. After that the subscription is past due.",
    }),
    stripeSecretKey: nullable(
      Type.String({
        minLength: 1,
        default: null,
        description:
          "Secret key of the Stripe account that charges invoices. Without it, invoices are marked as paid by hand.",
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
        description: "Base URL of the Stripe API, for a proxy or a test double. Defaults to Stripe's own URL.",
        examples: ["https://stripe-proxy.internal"],
      }),
    ),
    signUp: oneOf(signUpModes, {
      default: "closed",
      description:
        "Sign-up: `closed` lets only operators create accounts, `invite` also customers with an operator's link, and `open` everyone who proves an email address, which needs SMTP_URL. See `docs/operations/sign-in.md`.",
    }),
    signUpPlan: Type.String({
      pattern: planNamePattern,
      default: freePlan,
      description:
        "Plan of accounts that customers create. It costs nothing or has a trial, which starts with the account, and its currency is SIGN_UP_CURRENCY. Create it before you set it here: the service does not start with a plan that sign-ups cannot get.",
      examples: ["starter"],
    }),
    signUpCurrency: oneOf(currencies, {
      default: billingCurrency,
      description:
        "Currency of accounts that customers create: that of their plans, invoices and credit. It cannot be changed later for an account.",
      examples: ["EUR"],
    }),
    smtpUrl: nullable(
      Type.String({
        minLength: 1,
        default: null,
        description:
          "URL of the SMTP server that takes mails, with `smtp` (STARTTLS, port 587) or `smtps` (TLS, port 465). Characters of the user name and password are percent-encoded. Without it, no mails are sent and operators pass links on. See `docs/operations/mail.md`.",
        examples: ["smtp://user:password@mail.example.com:587"],
        ...secret,
      }),
    ),
    mailFrom: nullable(
      Type.String({
        minLength: 3,
        maxLength: 400,
        default: null,
        description: "Sender of mails: an address, or a name with an address. Required with SMTP_URL.",
        examples: ["Wayfare <no-reply@example.com>"],
      }),
    ),
    metricsToken: nullable(
      Type.String({
        pattern: "^[A-Za-z0-9._~+/=-]{16,200}$",
        default: null,
        description:
          "Bearer token for `/metrics` and for the details of `/readyz`, at least 16 characters. Without it, `/metrics` returns 401 and `/readyz` returns only `ready`.",
        examples: ["$(openssl rand -hex 32)"],
        ...secret,
      }),
    ),
    tracesUrl: nullable(
      Type.String({
        pattern: "^https?://[^?#]+$",
        default: null,
        description:
          "URL of an OpenTelemetry collector to which traces are sent, as OTLP over HTTP in JSON. Without it, no traces are recorded. See `docs/operations/tracing.md`.",
        examples: ["http://collector:4318/v1/traces"],
      }),
    ),
    tracesSamplePercent: Type.Integer({
      minimum: 1,
      maximum: 100,
      default: 100,
      description: "Percentage of requests and deliveries whose traces are recorded. Only used with TRACES_URL.",
    }),
    logLevel: oneOf(["fatal", "error", "warn", "info", "debug", "silent"], {
      default: "info",
      description: "Minimum level of log messages.",
    }),
    logFormat: oneOf(["json", "pretty"], {
      default: "json",
      description: "Format of the log on standard error.",
    }),
    searchDeadlineMs: Type.Integer({
      minimum: 50,
      maximum: 60_000,
      default: 5000,
      description:
        "Deadline of a search in milliseconds. Suppliers that have not responded by then are left out of the results.",
    }),
    rateLimitFactor: Type.Integer({
      minimum: 1,
      maximum: 10_000,
      default: 1,
      description:
        "Multiplier for every rate limit of keys and accounts: requests, searches, bursts and concurrent searches. Plan quotas are not affected.",
    }),
    watchesPerAccount: Type.Integer({
      minimum: 0,
      maximum: 1_000_000,
      default: 10_000,
      description: "Maximum number of watches of an account in each environment, without expired ones.",
    }),
    faresFile: nullable(
      Type.String({
        minLength: 1,
        default: null,
        description:
          "Path of a CSV file with fares for the sandbox. If the file has a row for a carrier, market and cabin, its rows replace all generated fares of that carrier there. See `docs/guides/fares.md` for the columns.",
        examples: ["./fares.csv"],
      }),
    ),
    tzData: nullable(
      Type.String({
        minLength: 1,
        default: null,
        description:
          "Path of a folder of TZif files, such as `/usr/share/zoneinfo`, that replaces the time zone data of this version. Set it if local times have changed by law since this version was made. It is read at the start. See `docs/operations/time-zones.md`.",
        examples: ["/usr/share/zoneinfo"],
      }),
    ),
    searchThreads: Type.Integer({
      minimum: 0,
      maximum: 256,
      default: 0,
      description: "Number of search threads. 0 uses one thread less than there are processors, but at least two.",
    }),
    searchQueueMs: Type.Integer({
      minimum: 50,
      maximum: 60_000,
      default: 500,
      description:
        "Maximum standing length of the search queue, in milliseconds of work. A burst may fill the queue up to the search deadline. While the queue stays longer than this, searches fail with `OVERLOADED`, starting with the accounts that have the most pending searches.",
    }),
    shedDelayMs: Type.Integer({
      minimum: 20,
      maximum: 60_000,
      default: 500,
      description:
        "Event-loop delay in milliseconds above which searches fail with `OVERLOADED`. Above three times this delay, all routes do, except health, readiness and metrics.",
    }),
    maxConnections: Type.Integer({
      minimum: 10,
      maximum: 1_000_000,
      default: 10_000,
      description: "Maximum number of open client connections. Further connections are closed immediately.",
    }),
    shutdownDelayMs: nullable(
      Type.Integer({
        minimum: 0,
        maximum: 600_000,
        default: null,
        description:
          "Milliseconds after SIGTERM during which `/readyz` returns 503 while requests are still served, so that load balancers remove the instance first. Must be longer than the health-check interval of the load balancer. Defaults to 5000 with DATABASE_URL, and to 0 for a worker or with the embedded database.",
        examples: ["5000"],
      }),
    ),
    suppliersFile: nullable(
      Type.String({
        minLength: 1,
        default: null,
        description:
          "JSON file with suppliers over HTTP, their secrets, and budgets of the deployment's credentials; see `docs/suppliers/README.md`.",
        examples: ["/etc/wayfare/suppliers.json"],
      }),
    ),
    suppliersReuseSeconds: Type.Integer({
      minimum: 0,
      maximum: 300,
      default: 60,
      description:
        "Seconds for which an identical live search of an account is answered from the answer that a supplier has already sent, without a call. 0 calls the supplier for each search. Suppliers whose terms forbid storing their results are always called.",
    }),
    exchangeRatesFile: nullable(
      Type.String({
        minLength: 1,
        default: null,
        description:
          "File with exchange rates that are added to the built-in ones or replace them, to compare prices of live suppliers; see `docs/suppliers/README.md`.",
        examples: ["/etc/wayfare/exchange-rates.tsv"],
      }),
    ),
    bookingsMargin: nullable(
      Type.String({
        pattern: "^([0-9]{1,2}([.][0-9]{1,2})?%|[0-9]{1,6}([.][0-9]{1,3})? [A-Z]{3})$",
        default: null,
        description:
          "Margin on offers of suppliers that take orders, in percent of the supplier's price or as a fixed amount for each offer. It is shown in the offer, included in its total, and posted to the ledger of the account when a booking is confirmed. A fixed amount is converted to the currency of the offer with approximate rates.",
        examples: ["2.5%", "4.50 USD"],
      }),
    ),
    bookingsLateOrders: oneOf(["cancel", "adopt"], {
      default: "cancel",
      description:
        "Treatment of an order that appears at the supplier after its booking has failed. `cancel`: it is cancelled while its refund is full, and otherwise left to an operator. `adopt`: the booking becomes confirmed. Operators see each one.",
      examples: ["adopt"],
    }),
    duffelWebhookSecret: nullable(
      Type.String({
        pattern: "^[\\x21-\\x7e]+$",
        default: null,
        description:
          "Secret of Duffel's webhook for `DUFFEL_TOKEN`, which sends the events of all accounts to `/supplier-events/duffel/deployment`.",
        ...secret,
      }),
    ),
    duffelTestWebhookSecret: nullable(
      Type.String({
        pattern: "^[\\x21-\\x7e]+$",
        default: null,
        description: "Secret of Duffel's webhook for `DUFFEL_TEST_TOKEN`, at the same address.",
        ...secret,
      }),
    ),
    duffelToken: nullable(
      Type.String({
        pattern: "^duffel_live_[\\x21-\\x7e]+$",
        default: null,
        description: "Live token of Duffel for all accounts without their own.",
        examples: ["duffel_live_…"],
        ...secret,
      }),
    ),
    duffelTestToken: nullable(
      Type.String({
        pattern: "^duffel_test_[\\x21-\\x7e]+$",
        default: null,
        description:
          "Test token of Duffel for test keys of accounts that enable it, and for `wayfare suppliers test duffel`.",
        examples: ["duffel_test_…"],
        ...secret,
      }),
    ),
    duffelUrl: nullable(
      Type.String({
        minLength: 1,
        default: null,
        description:
          "Base URL of Duffel, for a proxy, a mock or a test: https, or http to loopback. Credentials of Duffel are sent to it.",
        examples: ["https://duffel-proxy.example.com"],
      }),
    ),
    seatsAeroUrl: nullable(
      Type.String({
        minLength: 1,
        default: null,
        description:
          "Base URL of seats.aero, for a proxy, a mock or a test: https, or http to loopback. Credentials of seats.aero are sent to it.",
        examples: ["https://seats-proxy.example.com/partnerapi"],
      }),
    ),
    ignavUrl: nullable(
      Type.String({
        minLength: 1,
        default: null,
        description:
          "Base URL of Ignav, for a proxy, a mock or a test: https, or http to loopback. Credentials of Ignav are sent to it.",
        examples: ["https://ignav-proxy.example.com/api"],
      }),
    ),
    duffelSupplierTimeoutMs: Type.Integer({
      minimum: 2_000,
      maximum: 60_000,
      default: 20_000,
      description:
        "Milliseconds that Duffel waits for each airline of a search (`supplier_timeout`). A search waits no longer than SEARCH_DEADLINE_MS allows: four fifths of it, or in a stream all but 700 ms. Raise both to include slow airlines.",
    }),
    ignavKey: nullable(
      Type.String({
        pattern: "^[\\x21-\\x7e]+$",
        default: null,
        description: "Key of Ignav for all accounts without their own.",
        ...secret,
      }),
    ),
    scheduleFile: nullable(
      Type.String({
        minLength: 1,
        default: null,
        description:
          "File with the operator's schedule, which completes the times of awards; see `docs/suppliers/README.md`.",
        examples: ["/etc/wayfare/schedule.csv"],
      }),
    ),
    shutdownGraceMs: Type.Integer({
      minimum: 0,
      maximum: 600_000,
      default: 15_000,
      description: "Milliseconds that pending requests have to finish at shutdown before their connections are closed.",
    }),
  },
  { additionalProperties: false },
);

export type Settings = Static<typeof SettingsSchema>;

/** A setting with the members that all settings share. */
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
