import { Writable } from "node:stream";
import type { BillingOptions } from "@wayfare/billing";
import {
  accountScopes,
  type Clock,
  type KeyEnvironment,
  type LeaseTime,
  type Problem,
  type Scope,
  type ScoredSearchResponse,
  type SignUpMode,
} from "@wayfare/contract";
import { type Database, isUniqueViolation } from "@wayfare/database";
import type { GuardRules } from "@wayfare/egress";
import type { ConnectionLimits } from "@wayfare/listener";
import type { Supplier } from "@wayfare/suppliers";
import { pino } from "pino";
import { buildApp } from "../src/app/app.ts";
import type { Supply } from "../src/app/supply.ts";
import type { BookingQueueOptions } from "../src/bookings/booking-queue.ts";
import type { App } from "../src/http/app-type.ts";
import { type Lifecycle, makeLifecycle } from "../src/http/lifecycle.ts";
import { insertKey } from "../src/keys/store.ts";
import type { LivePace } from "../src/live/streams.ts";
import type { Mailer } from "../src/mail/mailer.ts";
import type { Metrics } from "../src/observability/metrics.ts";
import type { EventLoopDelay } from "../src/overload/event-loop-delay.ts";
import type { ReadLimitOptions } from "../src/overload/read-limits.ts";
import type { OverloadLimits } from "../src/overload/shedding.ts";
import type { SupplierAccessSource } from "../src/search/supplier-access.ts";
import { parseServerSecrets } from "../src/secrets/server-secret.ts";
import type { SignUpTerms } from "../src/sign-up/plan.ts";
import type { DeploymentSuppliers } from "../src/suppliers/directory.ts";
import { createAccount } from "../src/tenancy/account-store.ts";
import { makeFlight, makeSupply, supplierOf } from "./sample-supply.ts";

export const testSecrets = parseServerSecrets(`t:${Buffer.alloc(32, 7).toString("base64")}`);

/** Token for `/metrics` and the details of `/readyz`, unless the test sets another. */
export const metricsToken = "metrics-token-of-tests";

/** 21 November 2026, 07:33 UTC. */
export const startMs = Date.UTC(2026, 10, 21, 7, 33);

/** One virtual clock for all limits and leases. */
export function virtualLeaseTime(clock: Clock): LeaseTime {
  return { monotonic: clock, database: clock };
}

export interface RunningApp {
  app: App;
  url: string;
  clock: { nowMs(): number; advance(ms: number): void };
  lifecycle: Lifecycle;
  accountId: string;
  /** A test key with every scope. */
  key: string;
  /** All log lines. */
  logLines: string[];
  makeKey(options?: KeyOptions): Promise<string>;
  call(path: string, options?: CallOptions): Promise<Answer>;
  close(): Promise<void>;
}

export interface KeyOptions {
  /** Defaults to the app's account. */
  accountId?: string;
  name?: string;
  environment?: KeyEnvironment;
  scopes?: readonly Scope[];
  applicationId?: string;
  ipAllowlist?: readonly string[];
  expiresAtMs?: number;
}

export interface CallOptions {
  method?: string;
  key?: string | null;
  body?: unknown;
  headers?: Record<string, string>;
  /** `manual` returns redirects instead of following them. */
  redirect?: "manual";
}

interface Answer {
  status: number;
  headers: Headers;
  /** Members that may be in a response; empty if it is not JSON. */
  body: Partial<ScoredSearchResponse & Problem>;
  text: string;
}

export interface RunningAppOptions {
  database: Database;
  trustProxy?: readonly string[];
  keyAllowlist?: readonly string[];
  /** Address to listen on; 127.0.0.1 by default. */
  host?: string;
  suppliers?: readonly Supplier[];
  supply?: Supply;
  supplierAccess?: SupplierAccessSource | undefined;
  deploymentSuppliers?: DeploymentSuppliers;
  suppliersReuseSeconds?: number;
  searchDeadlineMs?: number;
  /** Multiplier of rate limits; by default so high that a test with a fixed clock reaches none. */
  rateLimitFactor?: number;
  /** Addresses to which webhooks can be sent; loopback by default, where test receivers run. */
  webhookRules?: GuardRules;
  retryDelaysMs?: readonly number[];
  eventRetentionMs?: number;
  onFirstSignIn?: () => void;
  pagesDirectory?: string;
  livePace?: Partial<LivePace>;
  overload?: Partial<OverloadLimits>;
  readLimits?: Partial<ReadLimitOptions>;
  bookingQueue?: Partial<BookingQueueOptions>;
  orders?: Parameters<typeof buildApp>[0]["orders"];
  lateOrders?: Parameters<typeof buildApp>[0]["lateOrders"];
  watches?: Parameters<typeof buildApp>[0]["watches"];
  connections?: Partial<ConnectionLimits>;
  eventLoopDelay?: EventLoopDelay;
  billing?: BillingOptions;
  mailer?: Mailer;
  signUp?: SignUpMode;
  signUpTerms?: SignUpTerms;
  findTexts?: (name: string) => Promise<readonly string[]>;
  metrics?: Metrics;
  storageOutage?: { checkEveryMs: number };
  metricsToken?: string | null;
  requestLog?: Parameters<typeof buildApp>[0]["requestLog"];
  /** Defaults to the app's virtual clock. */
  leaseTime?: LeaseTime;
}

const calmLoop: EventLoopDelay = { readMs: () => 0, close: () => {} };

/** Disables load shedding and local limits for tests that do not test them, so that a busy machine does not fail them. */
export const withoutShedding = {
  eventLoopDelay: calmLoop,
  overload: { searchQueueMs: 60_000 },
  limitTimeoutMs: 60_000,
  bookingQueue: { maxWaitMs: 60_000, statementMs: 60_000 },
};

/** Starts the whole application on its own port, with an account and a key. */
export async function runApp(options: RunningAppOptions): Promise<RunningApp> {
  let nowMs = startMs;
  const clock = { nowMs: () => nowMs, advance: (ms: number) => void (nowMs += ms) };
  const logLines: string[] = [];
  const sink = new Writable({
    write(chunk, _encoding, done) {
      logLines.push(String(chunk));
      done();
    },
  });
  const { database } = options;
  // The first app of a database has the operators' account.
  const accountId = await createAccount(database, "Test", nowMs, { isOperator: true }).catch((error: unknown) => {
    if (!isUniqueViolation(error, "accounts_operator")) throw error;
    return createAccount(database, "Test", nowMs);
  });
  const makeKey: RunningApp["makeKey"] = async (key = {}) => {
    const { rawKey } = await insertKey(database, testSecrets, {
      accountId,
      environment: "test",
      name: "Test key",
      scopes: accountScopes,
      ...key,
      nowMs,
    });
    return rawKey;
  };
  const lifecycle = makeLifecycle();
  const app = await buildApp({
    database,
    supply: options.supply ?? makeSupply(options.suppliers ?? [supplierOf("sandbox", [makeFlight()])]),
    secrets: testSecrets,
    clock,
    leaseTime: options.leaseTime ?? virtualLeaseTime(clock),
    publicUrl: "http://localhost:8080",
    trustProxy: options.trustProxy ?? [],
    keyAllowlist: options.keyAllowlist ?? [],
    searchDeadlineMs: options.searchDeadlineMs ?? 20_000,
    rateLimitFactor: options.rateLimitFactor ?? 1000,
    webhookRules: options.webhookRules ?? { allowLoopback: true, allowCidrs: [], ports: [] },
    log: pino({ level: "info" }, sink),
    lifecycle,
    metricsToken: options.metricsToken === undefined ? metricsToken : options.metricsToken,
    livePace: options.livePace ?? { pollEveryMs: 100 },
    ...(options.findTexts ? { findTexts: options.findTexts } : {}),
    ...(options.mailer ? { mailer: options.mailer } : {}),
    ...(options.signUp ? { signUp: options.signUp } : {}),
    ...(options.signUpTerms ? { signUpTerms: options.signUpTerms } : {}),
    ...(options.supplierAccess ? { supplierAccess: options.supplierAccess } : {}),
    ...(options.deploymentSuppliers ? { deploymentSuppliers: options.deploymentSuppliers } : {}),
    suppliersReuseSeconds: options.suppliersReuseSeconds ?? 0,
    ...(options.pagesDirectory ? { pagesDirectory: options.pagesDirectory } : {}),
    ...(options.retryDelaysMs ? { retryDelaysMs: options.retryDelaysMs } : {}),
    ...(options.eventRetentionMs ? { eventRetentionMs: options.eventRetentionMs } : {}),
    ...(options.onFirstSignIn ? { onFirstSignIn: options.onFirstSignIn } : {}),
    ...(options.metrics ? { metrics: options.metrics } : {}),
    ...(options.requestLog ? { requestLog: options.requestLog } : {}),
    ...withoutShedding,
    ...(options.overload ? { overload: { ...withoutShedding.overload, ...options.overload } } : {}),
    ...(options.readLimits ? { readLimits: options.readLimits } : {}),
    ...(options.bookingQueue ? { bookingQueue: { ...withoutShedding.bookingQueue, ...options.bookingQueue } } : {}),
    ...(options.orders ? { orders: options.orders } : {}),
    ...(options.lateOrders ? { lateOrders: options.lateOrders } : {}),
    ...(options.watches ? { watches: options.watches } : {}),
    ...(options.connections ? { connections: options.connections } : {}),
    ...(options.storageOutage ? { storageOutage: options.storageOutage } : {}),
    ...(options.billing ? { billing: options.billing } : {}),
    ...(options.eventLoopDelay ? { eventLoopDelay: options.eventLoopDelay } : {}),
  });
  const url = await app.listen({ host: options.host ?? "127.0.0.1", port: 0 });
  const key = await makeKey();
  const call: RunningApp["call"] = (path, callOptions) => callApp(url, path, { key, ...callOptions });
  return { app, url, clock, lifecycle, accountId, key, logLines, makeKey, call, close: () => app.close() };
}

async function callApp(url: string, path: string, options: CallOptions): Promise<Answer> {
  const { method = options.body === undefined ? "GET" : "POST", key, body } = options;
  const payload = body === undefined || typeof body === "string" ? body : JSON.stringify(body);
  const response = await fetch(url + path, {
    method,
    headers: {
      ...(key ? { authorization: `Bearer ${key}` } : {}),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...options.headers,
    },
    ...(payload === undefined ? {} : { body: payload }),
    ...(options.redirect === undefined ? {} : { redirect: options.redirect }),
  });
  const text = await response.text();
  const json = /[/+]json/.test(response.headers.get("content-type") ?? "");
  return { status: response.status, headers: response.headers, body: json ? JSON.parse(text) : {}, text };
}

/** A valid search. */
export const goodSearch = { origin: "JFK", destination: "LHR", departureDate: "2027-01-20" };
