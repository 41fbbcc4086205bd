import { type Flight, newId } from "@wayfare/contract";
import { type Database, runUnitOfWork } from "@wayfare/database";
import {
  type CancellationQuote,
  type CreatedOrder,
  type NewOrder,
  SupplierFailure,
  type SupplierOrder,
} from "@wayfare/suppliers";
import { recordEvent } from "@wayfare/webhooks";
import { SeededRandom } from "../../../../tests/seeded-random.ts";
import { confirmedData } from "../../src/bookings/event-data.ts";
import { OrderSettler } from "../../src/bookings/order-settler.ts";
import { findOrder, insertOrder, requestCancellation, storeQuote } from "../../src/bookings/order-store.ts";
import { personalDataPurpose } from "../../src/bookings/personal-data.ts";
import { insertBooking } from "../../src/bookings/store.ts";
import type { AccountOrders } from "../../src/bookings/supplier-orders.ts";
import { makeSecretBox } from "../../src/secrets/secret-box.ts";
import { createAccount } from "../../src/tenancy/account-store.ts";
import { startMs, testSecrets } from "../running-app.ts";

/** A simulated process, which takes one step at a time. */
class Process {
  isDead = false;
  readonly settler: OrderSettler;
  readonly #died = Promise.withResolvers<void>();
  #step: Promise<void> | undefined;
  #paused = Promise.withResolvers<void>();
  #isPaused = false;

  constructor(start: (self: Process) => OrderSettler) {
    this.settler = start(this);
  }

  /** Ends the process: its step never continues. */
  crash(): Promise<never> {
    this.isDead = true;
    this.#died.resolve();
    return new Promise<never>(() => {});
  }

  /** Returns from `run` while the step waits. */
  pause(): void {
    this.#isPaused = true;
    this.#paused.resolve();
  }

  /** Continues the step that waited. */
  async resume(): Promise<void> {
    this.#isPaused = false;
    await this.run(async () => {});
  }

  async #take(step: (settler: OrderSettler) => Promise<unknown>): Promise<void> {
    await step(this.settler);
    this.#step = undefined;
  }

  /** Begins a step, or continues the one that has begun. Returns when it ends or waits, or the process dies. */
  async run(step: (settler: OrderSettler) => Promise<unknown>): Promise<void> {
    if (this.#isPaused) return;
    this.#paused = Promise.withResolvers<void>();
    this.#step ??= this.#take(step);
    await Promise.race([this.#step, this.#died.promise, this.#paused.promise]);
  }
}

/** Behavior of one order request. */
type Fate =
  | "created"
  | "refused"
  | "unavailable"
  | "not_sent"
  /** The order exists, and the response is lost. */
  | "lost"
  /** The order exists some minutes after the response was lost. */
  | "late"
  /** No order exists, and there is no response. */
  | "ignored"
  /** The order exists, and the process dies before it receives the response. */
  | "crash"
  /** The order exists, and the response arrives after the lease of the process has ended. */
  | "slow";

const fates: readonly [Fate, ...Fate[]] = [
  "created",
  "refused",
  "unavailable",
  "not_sent",
  "lost",
  "late",
  "ignored",
  "crash",
  "slow",
];
const maxLateMs = 10 * 60_000;
const charged = { minor: 51_240, currency: "USD" } as const;

/** A supplier that keeps orders in memory. */
class SimulatedSupplier {
  readonly orders: { id: string; bookingId: string; visibleAtMs: number; isCancelled: boolean }[] = [];
  /** Responses that are on their way. */
  readonly slow: { atMs: number; process: Process; send: () => void }[] = [];
  readonly #random: SeededRandom;
  readonly #nowMs: () => number;

  constructor(random: SeededRandom, nowMs: () => number) {
    this.#random = random;
    this.#nowMs = nowMs;
  }

  ordersOf(bookingId: string) {
    return this.orders.filter((order) => order.bookingId === bookingId);
  }

  /** The orders as a process sees them. */
  toOrders(process: Process): AccountOrders {
    return {
      create: (order) => this.#create(order, process),
      find: async (lookup) => this.#find(lookup),
      get: async (orderId) => this.#get(orderId),
      quoteCancellation: () => Promise.reject(new Error("not simulated")),
      confirmCancellation: (quoteId) => this.#confirm(quoteId, process),
    };
  }

  async #create({ bookingId }: NewOrder, process: Process): Promise<CreatedOrder> {
    const fate = this.#random.pick(fates);
    if (fate === "refused") return { status: "refused", code: "airline_unknown" };
    if (fate === "unavailable" || fate === "not_sent") return { status: fate };
    if (fate === "ignored") return { status: "unknown" };
    const id = `ord_${this.orders.length + 1}`;
    const visibleAtMs = this.#nowMs() + (fate === "late" ? this.#random.between(0, maxLateMs) : 0);
    this.orders.push({ id, bookingId, visibleAtMs, isCancelled: false });
    if (fate === "crash") return process.crash();
    if (fate === "slow") await this.#wait(process);
    return fate === "lost" || fate === "late" ? { status: "unknown" } : { status: "created", order: this.#get(id) };
  }

  /** Waits until other processes may have taken over. */
  #wait(process: Process): Promise<void> {
    return new Promise<void>((send) => {
      this.slow.push({ atMs: this.#nowMs() + this.#random.between(100_000, 400_000), process, send });
      process.pause();
    });
  }

  #find({ bookingId }: { bookingId: string }): SupplierOrder | null {
    if (this.#random.chance(0.25)) throw new SupplierFailure("timeout", "no answer");
    const found = this.orders.find((order) => order.bookingId === bookingId && order.visibleAtMs <= this.#nowMs());
    return found === undefined ? null : this.#get(found.id);
  }

  #get(orderId: string): SupplierOrder {
    const order = this.orders.find(({ id }) => id === orderId);
    if (order === undefined) throw new SupplierFailure("status", "no such order", { status: 404 });
    return { id: order.id, reference: "RZPNX8", charged, isCancelled: order.isCancelled, slices: null };
  }

  /** The id of a quote is that of its order. */
  async #confirm(quoteId: string, process: Process): Promise<CancellationQuote> {
    const order = this.orders.find(({ id }) => id === quoteId);
    if (order === undefined || this.#random.chance(0.3)) throw new SupplierFailure("timeout", "no answer");
    if (order.isCancelled) throw new SupplierFailure("status", "cancelled", { status: 422, code: "already_cancelled" });
    order.isCancelled = true;
    if (this.#random.chance(0.3)) return process.crash();
    if (this.#random.chance(0.3)) throw new SupplierFailure("connection", "reset");
    return { id: quoteId, refund: charged, expiresAtMs: null, isConfirmed: true };
  }
}

/** Changes the orders that a process sees, to plant a bug. */
export type PlantedBug = (orders: AccountOrders) => AccountOrders;

const bookingsPerSeed = 12;

/**
 * Books at a supplier that loses responses, answers late or refuses, with two processes that die at random steps, also between a commit
 * and its acknowledgment. Returns the violated invariants: no booking has two orders, a confirmed one has one, a failed one has none, and
 * each has its events exactly once. A confirmed booking whose cancellation was requested ends cancelled, as its order does.
 */
export async function simulateOrders(database: Database, seed: number, bug?: PlantedBug): Promise<string[]> {
  const random = new SeededRandom(seed);
  let nowMs = startMs;
  const supplier = new SimulatedSupplier(random, () => nowMs);
  const accountId = await createAccount(database, `Seed ${seed}`, startMs);
  const owner = { accountId, environment: "live" as const, applicationId: null };
  const box = makeSecretBox(testSecrets, personalDataPurpose);
  const ids: string[] = [];
  const violations: string[] = [];
  const start = () =>
    new Process((self) => {
      const orders = bug === undefined ? supplier.toOrders(self) : bug(supplier.toOrders(self));
      return new OrderSettler({
        database: crashing(database, random, self),
        clock: { nowMs: () => nowMs },
        box,
        findOrders: async () => orders,
        log: { warn: () => {}, error: () => {} },
      });
    });
  let processes = [start(), start()];
  /** Runs a step in every process, one after another, and replaces those that died. */
  const settle = async (step: (settler: OrderSettler) => Promise<unknown>) => {
    for (const process of processes) await process.run(step);
    processes = processes.map((process) => (process.isDead ? start() : process));
  };
  const advance = async (ms: number) => {
    nowMs += ms;
    for (const { process, send } of takeDue(supplier.slow, nowMs)) {
      send();
      await process.resume();
    }
    await settle((settler) => settler.settleDue());
  };

  for (let at = 0; at < bookingsPerSeed; at++) {
    const id = await insertPending(database, { owner, box, nowMs });
    ids.push(id);
    if (random.chance(0.5)) await settle((settler) => settler.settle(id));
    await advance(random.between(0, 20_000));
  }
  // Until nothing is due any more: leases end, lookups find late orders, and requests without an order are given up.
  for (let minutes = 0; minutes < 60; minutes++) {
    if (minutes === 30) for (const id of ids) await cancelHalf(database, { owner, id, random, nowMs });
    await advance(60_000);
  }
  for (const id of ids) violations.push(...(await check(database, supplier, { owner, id })));
  return violations;
}

function takeDue<Item extends { atMs: number }>(items: Item[], nowMs: number): Item[] {
  const due = items.filter(({ atMs }) => atMs <= nowMs);
  for (const item of due) items.splice(items.indexOf(item), 1);
  return due;
}

interface OwnedBooking {
  owner: { accountId: string; environment: "live"; applicationId: null };
  id: string;
}

async function insertPending(
  database: Database,
  { owner, box, nowMs }: { owner: OwnedBooking["owner"]; box: ReturnType<typeof makeSecretBox>; nowMs: number },
): Promise<string> {
  const flight: Flight = JSON.parse('{"id":"flt_1","slices":[],"cash":[],"award":[]}');
  return runUnitOfWork(database, nowMs, async ({ tx }) => {
    const booking = await insertBooking(
      tx,
      {
        ...owner,
        offerId: "off_01kahz2j7p3v8c5m9n4q6r7s8t_0",
        searchId: newId("srch", nowMs),
        kind: "cash",
        flight,
        travelers: [{ type: "adult", givenName: "Ada", familyName: "Lovelace", bornOn: "1990-12-10" }],
        contact: { email: "ada@example.com", phone: "+442071234567" },
        totalMinor: charged.minor,
        currency: charged.currency,
        miles: null,
        program: null,
        departsAtMs: nowMs + 90 * 86_400_000,
        refund: { minor: 0, rule: "" },
        clientReference: null,
        metadata: {},
        source: "duffel",
        simulated: false,
        airlineCancelsAtMs: null,
        nowMs,
      },
      box,
    );
    await insertOrder(tx, owner, { bookingId: booking.id, supplier: "duffel", offerReference: "off_1", nowMs });
    await recordEvent(tx, { ...owner, type: "booking.pending", data: confirmedData(booking), nowMs });
    return booking.id;
  });
}

/** Requests the cancellation of about half of the confirmed bookings. */
async function cancelHalf(
  database: Database,
  { owner, id, random, nowMs }: OwnedBooking & { random: SeededRandom; nowMs: number },
): Promise<void> {
  const order = await findOrder(database, owner, id);
  if (order?.state !== "ordered" || order.orderId === null || random.chance(1 / 2)) return;
  await storeQuote(database, owner, id, { id: order.orderId, refundMinor: 100, expiresAtMs: null });
  await requestCancellation(database, owner, id, nowMs);
}

async function check(
  database: Database,
  supplier: SimulatedSupplier,
  { owner: { accountId }, id }: OwnedBooking,
): Promise<string[]> {
  const [row] = await database.query<{ status: string; state: string }>(
    `SELECT booking.status, placed.state FROM bookings booking JOIN booking_orders placed ON placed.booking_id = booking.id
     WHERE booking.id = $1 AND booking.account_id = $2`,
    [id, accountId],
  );
  const events = await database.query<{ type: string }>(
    "SELECT type FROM events WHERE account_id = $1 AND subject = $2 ORDER BY type LIMIT 100",
    [accountId, id],
  );
  const orders = supplier.ordersOf(id);
  const { status = "missing", state = "missing" } = row ?? {};
  const types = events.map(({ type }) => type).join(", ");
  const expected: Record<string, { orders: number; state: string; events: string }> = {
    confirmed: { orders: 1, state: "ordered", events: "booking.confirmed, booking.pending" },
    failed: { orders: 0, state: "failed", events: "booking.failed, booking.pending" },
    cancelled: { orders: 1, state: "cancelled", events: "booking.cancelled, booking.confirmed, booking.pending" },
  };
  const rule = expected[status];
  if (rule === undefined) return [`${id} is ${status}, its order ${state}`];
  const violations: string[] = [];
  if (orders.length !== rule.orders) violations.push(`${id} is ${status} with ${orders.length} orders`);
  if (state !== rule.state) violations.push(`${id} is ${status}, its order ${state}`);
  if (types !== rule.events) violations.push(`${id} is ${status} with the events ${types}`);
  const isCancelled = orders.some((order) => order.isCancelled);
  if (isCancelled !== (status === "cancelled"))
    violations.push(`${id} is ${status}, its order cancelled: ${isCancelled}`);
  return violations;
}

/** A database whose transactions end the process before they begin, or after their commit, one in twenty times each. */
function crashing(database: Database, random: SeededRandom, process: Process): Database {
  return new Proxy(database, {
    get(target, name) {
      if (name !== "transaction") {
        const value: unknown = Reflect.get(target, name);
        return typeof value === "function" ? value.bind(target) : value;
      }
      return async (...args: Parameters<Database["transaction"]>) => {
        if (random.chance(0.05)) return process.crash();
        const result = await target.transaction(...args);
        return random.chance(0.05) ? process.crash() : result;
      };
    },
  });
}
