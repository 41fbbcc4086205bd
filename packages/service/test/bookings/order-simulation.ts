import { type Flight, newId } from "@wayfare/contract";
import { type Database, runUnitOfWork } from "@wayfare/database";
import {
  type CancellationQuote,
  type CreatedOrder,
  type NewOrder,
  type OrderLookup,
  type OrderPage,
  SupplierFailure,
  type SupplierOrder,
  type SupplierOrderChange,
  type SupplierRefund,
} from "@wayfare/suppliers";
import { recordEvent } from "@wayfare/webhooks";
import { SeededRandom } from "../../../../tests/seeded-random.ts";
import { confirmedData } from "../../src/bookings/event-data.ts";
import { noteOrder } from "../../src/bookings/found-order.ts";
import type { LateOrders } from "../../src/bookings/order-late-steps.ts";
import { OrderScanner } from "../../src/bookings/order-scanner.ts";
import { OrderSettler } from "../../src/bookings/order-settler.ts";
import { findOrder, insertOrder, requestCancellation, storeQuote } from "../../src/bookings/order-store.ts";
import { personalDataPurpose } from "../../src/bookings/personal-data.ts";
import { settleOrder } from "../../src/bookings/settle-order.ts";
import { findBooking, insertBooking } from "../../src/bookings/store.ts";
import type { AccountOrders } from "../../src/bookings/supplier-orders.ts";
import { makeSecretBox } from "../../src/secrets/secret-box.ts";
import { createAccount } from "../../src/tenancy/account-store.ts";
import { startMs, testSecrets } from "../running-app.ts";

/** A simulated process, which takes one step at a time. */
class Process {
  isDead = false;
  readonly settler: OrderSettler;
  readonly scanner: OrderScanner;
  readonly #died = Promise.withResolvers<void>();
  #step: Promise<void> | undefined;
  #paused = Promise.withResolvers<void>();
  #isPaused = false;

  constructor(start: (self: Process) => { settler: OrderSettler; scanner: OrderScanner }) {
    const { settler, scanner } = start(this);
    this.settler = settler;
    this.scanner = scanner;
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

  async #take(step: (self: Process) => Promise<unknown>): Promise<void> {
    await step(this);
    this.#step = undefined;
  }

  /** Begins a step, or continues the one that has begun. Returns when it ends or waits, or the process dies. */
  async run(step: (self: Process) => Promise<unknown>): Promise<void> {
    if (this.#isPaused) return;
    this.#paused = Promise.withResolvers<void>();
    this.#step ??= this.#take(step);
    await Promise.race([this.#step, this.#died.promise, this.#paused.promise]);
  }
}

/** Behavior of one order request. */
const fates = [
  "created",
  "refused",
  "unavailable",
  "not_sent",
  "not_created",
  "price_changed",
  /** The order exists, and the response is lost. */
  "lost",
  /** The order exists up to a day after the response was lost. */
  "late",
  /** No order exists, and there is no response. */
  "ignored",
  /** The order exists, and the process dies before it receives the response. */
  "crash",
  /** The order exists, and the response arrives after the lease of the process has ended. */
  "slow",
  /** Accepted without a result; the order exists up to a day later. */
  "accepted",
  /** Accepted without a result; it fails up to a day later. */
  "accepted_failed",
] as const;
const maxLateMs = 24 * 3_600_000;
const charged = { minor: 51_240, currency: "USD" } as const;
const pageSize = 200;

interface Order {
  id: string;
  bookingId: string;
  visibleAtMs: number;
  cancellation: SupplierRefund | null;
  changes: SupplierOrderChange[];
}

/** A supplier that keeps orders in memory, and lists them in any order, after those of others. */
class SimulatedSupplier {
  readonly orders: Order[] = [];
  /** Responses that are on their way. */
  readonly slow: { atMs: number; process: Process; send: () => void }[] = [];
  /** Events that are on their way. Some are never sent. */
  readonly events: {
    atMs: number;
    kind: "created" | "creation_failed" | "changed";
    order: Order | null;
    bookingId: string;
  }[] = [];
  readonly #random: SeededRandom;
  readonly #nowMs: () => number;
  /** Orders of others at the beginning of the list. */
  readonly #others: number;

  constructor(random: SeededRandom, nowMs: () => number) {
    this.#random = random;
    this.#nowMs = nowMs;
    this.#others = random.between(0, 600);
  }

  ordersOf(bookingId: string) {
    return this.orders.filter((order) => order.bookingId === bookingId);
  }

  /** The orders as a process sees them. */
  toOrders(process: Process): AccountOrders {
    return {
      credentialOwner: "account",
      create: (order) => this.#create(order, process),
      find: (lookup) => this.#find(lookup),
      list: async (after) => this.#list(after),
      get: async (orderId) => this.#get(orderId),
      quoteCancellation: async (orderId) => this.#quote(orderId),
      confirmCancellation: (quoteId) => this.#confirm(quoteId, process),
      getCancellation: async (quoteId) => this.#readCancellation(quoteId),
      acceptChange: () => Promise.reject(new Error("not simulated")),
    };
  }

  /** Cancels an order in the supplier's dashboard. */
  cancelInDashboard(order: Order): void {
    const refund = { minor: this.#random.pick([0, 20_000, charged.minor]), currency: "USD" } as const;
    order.cancellation = { id: `dashboard_${order.id}`, refund, refundTo: "balance", credits: [] };
    this.#send("changed", order, order.bookingId);
  }

  /** The airline changes an order. */
  change(order: Order): void {
    order.changes.push({ id: `aic_${order.id}`, status: "pending", actions: ["accept"], removed: null, added: null });
    this.#send("changed", order, order.bookingId);
  }

  #send(kind: "created" | "creation_failed" | "changed", order: Order | null, bookingId: string, atMs = this.#nowMs()) {
    if (this.#random.chance(0.6)) this.events.push({ atMs, kind, order, bookingId });
  }

  #place(bookingId: string, visibleAtMs = this.#nowMs()): Order {
    const order: Order = {
      id: `ord_${this.orders.length + 1}`,
      bookingId,
      visibleAtMs,
      cancellation: null,
      changes: [],
    };
    this.orders.splice(this.#random.between(0, this.orders.length), 0, order);
    return order;
  }

  async #create({ bookingId }: NewOrder, process: Process): Promise<CreatedOrder> {
    const fate = this.#random.pick(fates);
    const lateMs = this.#nowMs() + this.#random.between(0, maxLateMs);
    switch (fate) {
      case "refused":
      case "not_created":
        return { status: fate, code: "airline_unknown" };
      case "price_changed":
        return { status: "changed", current: null };
      case "unavailable":
      case "not_sent":
        return { status: fate };
      case "ignored":
        return { status: "unknown" };
      case "accepted_failed":
        this.events.push({ atMs: lateMs, kind: "creation_failed", order: null, bookingId });
        return { status: "accepted" };
      default:
        break;
    }
    const isLate = fate === "late" || fate === "accepted";
    const order = this.#place(bookingId, isLate ? lateMs : this.#nowMs());
    this.#send("created", order, bookingId, order.visibleAtMs);
    if (fate === "accepted") return { status: "accepted" };
    if (fate === "crash") return process.crash();
    if (fate === "slow") await this.#wait(process);
    return fate === "lost" || fate === "late"
      ? { status: "unknown" }
      : { status: "created", order: this.#toOrder(order) };
  }

  /** Waits until other processes may have taken over. */
  #wait(process: Process): Promise<void> {
    return new Promise<void>((send) => {
      this.slow.push({ atMs: this.#nowMs() + this.#random.between(100_000, 700_000), process, send });
      process.pause();
    });
  }

  /** The list has the orders of others first, and ours in any order. */
  #list(after: string | null): OrderPage {
    if (this.#random.chance(0.15)) throw new SupplierFailure("timeout", "no answer");
    const visible = this.orders.filter(({ visibleAtMs }) => visibleAtMs <= this.#nowMs());
    const from = Number(after ?? 0);
    const own = visible.slice(Math.max(0, from - this.#others), Math.max(0, from + pageSize - this.#others));
    const next = from + pageSize;
    const isEnd = next >= this.#others + visible.length;
    return { orders: own.map((order) => this.#toOrder(order)), next: isEnd ? null : String(next) };
  }

  /** Reads one page: more would be too slow. */
  async #find({ bookingId, after }: { bookingId: string; after: string | null }): Promise<OrderLookup> {
    const { orders, next } = this.#list(after);
    const order = orders.find((each) => each.bookingId === bookingId) ?? null;
    return { order, next: order === null ? next : null };
  }

  #get(orderId: string): SupplierOrder {
    if (this.#random.chance(0.1)) throw new SupplierFailure("timeout", "no answer");
    const order = this.orders.find(({ id, visibleAtMs }) => id === orderId && visibleAtMs <= this.#nowMs());
    if (order === undefined) throw new SupplierFailure("status", "no such order", { status: 404 });
    return this.#toOrder(order);
  }

  #toOrder({ id, bookingId, visibleAtMs: createdAtMs, cancellation, changes }: Order): SupplierOrder {
    const isCancelled = cancellation !== null;
    const changed = changes.map((change) => ({
      ...change,
      status: isCancelled ? ("cancelled" as const) : change.status,
    }));
    const known = { id, bookingId, createdAtMs, cancellation, isCancelled, changes: changed };
    return { ...known, reference: "RZPNX8", charged, slices: null };
  }

  /** The id of a quote is that of its order. A late order is refunded in full. */
  #quote(orderId: string): CancellationQuote {
    const order = this.#get(orderId);
    if (order.isCancelled) throw new SupplierFailure("status", "cancelled", { status: 422, code: "already_cancelled" });
    return { id: orderId, refund: charged, refundTo: "balance", credits: [], expiresAtMs: null, isConfirmed: false };
  }

  async #confirm(quoteId: string, process: Process): Promise<CancellationQuote> {
    const order = this.orders.find(({ id }) => id === quoteId);
    if (order === undefined || this.#random.chance(0.3)) throw new SupplierFailure("timeout", "no answer");
    if (order.cancellation !== null) {
      throw new SupplierFailure("status", "cancelled", { status: 422, code: "already_cancelled" });
    }
    // Often another amount than the quoted one.
    const refund = { minor: this.#random.pick([charged.minor, 40_000]), currency: "USD" } as const;
    order.cancellation = { id: quoteId, refund, refundTo: "balance", credits: [] };
    if (this.#random.chance(0.3)) return process.crash();
    if (this.#random.chance(0.3)) throw new SupplierFailure("connection", "reset");
    return this.#readCancellation(quoteId);
  }

  #readCancellation(quoteId: string): CancellationQuote {
    const cancellation = this.orders.find(({ id }) => id === quoteId)?.cancellation;
    const isConfirmed = cancellation?.id === quoteId;
    const refund = (isConfirmed ? cancellation?.refund : null) ?? charged;
    return { id: quoteId, refund, refundTo: "balance", credits: [], expiresAtMs: null, isConfirmed };
  }
}

/** Changes the orders that a process sees, to plant a bug. */
export type PlantedBug = (orders: AccountOrders) => AccountOrders;

const bookingsPerSeed = 12;
const minute = 60_000;
const hour = 60 * minute;

/**
 * Books at a supplier that loses responses, answers late, accepts without a result or refuses, with two processes that die at random steps,
 * also between a commit and its acknowledgment. Orders appear up to a day later, some are cancelled in the supplier's dashboard and some
 * changed by the airline. An operator settles what has no order after two days, and some bookings too early. Returns the violated
 * invariants: no booking has two orders, a confirmed one has one, a failed one has none that is active, only an operator fails one that
 * has an order, each refund is that of its order, and each booking has its events exactly once.
 */
export async function simulateOrders(database: Database, seed: number, bug?: PlantedBug): Promise<string[]> {
  const random = new SeededRandom(seed);
  let nowMs = startMs;
  const clock = { nowMs: () => nowMs };
  const supplier = new SimulatedSupplier(random, clock.nowMs);
  const accountId = await createAccount(database, `Seed ${seed}`, startMs);
  const owner = { accountId, environment: "live" as const, applicationId: null };
  const box = makeSecretBox(testSecrets, personalDataPurpose);
  const lateOrders: LateOrders = random.pick(["cancel", "adopt"]);
  const ids: string[] = [];
  const violations: string[] = [];
  const start = () =>
    new Process((self) => {
      const orders = bug === undefined ? supplier.toOrders(self) : bug(supplier.toOrders(self));
      const shared = {
        database: crashing(database, random, self),
        clock,
        box,
        findOrders: async () => orders,
        log: { warn: () => {}, error: () => {} },
      };
      return { settler: new OrderSettler({ ...shared, lateOrders }), scanner: new OrderScanner(shared) };
    });
  let processes = [start(), start()];
  /** Runs a step in every process, one after another, and replaces those that died. */
  const settle = async (step: (process: Process) => Promise<unknown>) => {
    for (const process of processes) await process.run(step);
    processes = processes.map((process) => (process.isDead ? start() : process));
  };
  const advance = async (ms: number) => {
    nowMs += ms;
    for (const { kind, order, bookingId } of takeDue(supplier.events, nowMs)) {
      const source = { supplier: "duffel", environment: "live", credentialOwner: "account", accountId } as const;
      const event = { kind, orderId: order?.id ?? null, bookingId, offerReference: null };
      // At least once.
      for (let sent = 0; sent < 2; sent++) {
        await runUnitOfWork(database, nowMs, (unit) => noteOrder(unit, source, event, box));
      }
    }
    for (const { process, send } of takeDue(supplier.slow, nowMs)) {
      send();
      await process.resume();
    }
    await settle(({ settler }) => settler.settleDue());
    await settle(({ scanner }) => scanner.scanDue());
  };

  for (let at = 0; at < bookingsPerSeed; at++) {
    const id = await insertPending(database, { owner, box, nowMs });
    ids.push(id);
    if (random.chance(0.5)) await settle(({ settler }) => settler.settle(id));
    await advance(random.between(0, 20_000));
  }
  for (let at = 0; at < 20; at++) await advance(minute);
  const failing = { database, clock, box, findOrders: async () => null };
  const operator = { accountId, actor: { kind: "operator", id: null, address: null, requestId: null } } as const;
  const settled = new Set<string>();
  const settleAsFailed = async (share: number) => {
    for (const id of ids) {
      const status = (await findBooking(database, owner, id, { box }))?.booking.status;
      if (status !== "pending" || !random.chance(share)) continue;
      await settleOrder(failing, id, { outcome: "failed" }, operator);
      settled.add(id);
    }
  };
  // An operator who is wrong about some orders.
  await settleAsFailed(0.2);
  for (let hours = 0; hours < 50; hours++) {
    await advance(hour);
    const order = supplier.orders.length === 0 ? undefined : random.pick(supplier.orders as [Order, ...Order[]]);
    const isActive = order !== undefined && order.visibleAtMs <= nowMs && order.cancellation === null;
    if (isActive && random.chance(0.03)) supplier.cancelInDashboard(order);
    if (isActive && order.changes.length === 0 && random.chance(0.05)) supplier.change(order);
    if (hours === 26) for (const id of ids) await cancelHalf(database, { owner, id, random, nowMs });
  }
  // Bookings without an order by now never had one.
  await settleAsFailed(1);
  // Long enough for every booking to be read once more, and every list to be compared.
  for (let hours = 0; hours < 30; hours++) await advance(hour);
  for (const id of ids)
    violations.push(...(await check(database, supplier, { owner, id, box, isSettled: settled.has(id) })));
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
        step: null,
        nowMs,
      },
      box,
    );
    const order = { bookingId: booking.id, supplier: "duffel", offerReference: "off_1", maxTotalMinor: charged.minor };
    await insertOrder(tx, owner, { ...order, nowMs });
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
  { owner, id, box, isSettled }: OwnedBooking & { box: ReturnType<typeof makeSecretBox>; isSettled: boolean },
): Promise<string[]> {
  const { accountId } = owner;
  const booking = (await findBooking(database, owner, id, { box }))?.booking;
  const state = (await findOrder(database, owner, id))?.state ?? "missing";
  const events = await database.query<{ type: string }>(
    "SELECT type FROM events WHERE account_id = $1 AND subject = $2 ORDER BY type LIMIT 100",
    [accountId, id],
  );
  const orders = supplier.ordersOf(id);
  const active = orders.filter(({ cancellation }) => cancellation === null);
  const [order] = orders;
  const status = booking?.status ?? "missing";
  const count = (type: string) => events.filter((event) => event.type === `booking.${type}`).length;
  const violations: string[] = [];
  const expect = (isTrue: boolean, what: string) => {
    if (!isTrue) violations.push(`${id} is ${status}, its order ${state}: ${what}`);
  };
  expect(orders.length <= 1, `${orders.length} orders`);
  // A late order is cancelled or confirmed, which would hide that its booking failed too early.
  expect(orders.length === 0 || count("failed") === 0 || isSettled, "failed, and has an order");
  expect(count("pending") === 1, "not pending once");
  expect(count("confirmed") === (status === "failed" ? 0 : 1), `confirmed ${count("confirmed")} times`);
  expect(count("cancelled") === (status === "cancelled" ? 1 : 0), `cancelled ${count("cancelled")} times`);
  expect(count("failed") <= (status === "failed" ? 1 : 1), `failed ${count("failed")} times`);
  switch (status) {
    case "confirmed":
      expect(state === "ordered" && active.length === 1, `${active.length} active orders`);
      expect(count("changed") === (order?.changes.length ?? 0), `changed ${count("changed")} times`);
      expect(booking?.changes.length === order?.changes.length, "another number of changes");
      break;
    case "failed":
      expect(count("failed") === 1, "failed without an event");
      expect(active.length === 0, `${active.length} active orders`);
      break;
    case "cancelled": {
      expect(state === "cancelled" && active.length === 0 && orders.length === 1, `${active.length} active orders`);
      const money = order?.cancellation?.refund;
      const amount = money === null || money === undefined ? "none" : (money.minor / 100).toFixed(2);
      expect(booking?.refund?.money?.amount === amount, `refund ${booking?.refund?.money?.amount}, order ${amount}`);
      const by = order?.cancellation?.id === order?.id ? "customer" : null;
      expect(booking?.cancelledBy === by, `cancelled by ${booking?.cancelledBy}`);
      break;
    }
    default:
      expect(false, "not settled");
  }
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
