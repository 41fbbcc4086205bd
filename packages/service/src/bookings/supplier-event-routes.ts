import type { TypeBoxTypeProvider } from "@fastify/type-provider-typebox";
import { type AccountScope, DomainError, type Partition } from "@wayfare/contract";
import { type Database, runUnitOfWork } from "@wayfare/database";
import { type Supplier, type SupplierOrderEvent, UnverifiedEventError } from "@wayfare/suppliers";
import type { SecretBox } from "@wayfare/webhooks";
import type { FastifyBaseLogger } from "fastify";
import { Type } from "typebox";
import type { App } from "../http/app-type.ts";
import { noteOrder } from "./found-order.ts";
import type { OrderSource } from "./found-order-store.ts";
import { logReport } from "./log-report.ts";
import { makeScanDue } from "./order-scan-store.ts";

interface SupplierEventDeps {
  database: Database;
  /** Real time. */
  nowMs: () => number;
  /** Finds the sealed secret that signs a supplier's events for an account; null without one. */
  findSecret: (scope: AccountScope, supplier: string) => Promise<Uint8Array | null>;
  /** Secrets of the events for the deployment's credentials, by partition and supplier. */
  deploymentSecrets: Readonly<Record<Partition, Readonly<Record<string, string>>>>;
  /** Opens the secrets. */
  box: Pick<SecretBox, "open">;
  /** Seals travelers' data. */
  bookingBox: SecretBox;
  suppliers: readonly Pick<Supplier, "name" | "readOrderEvent">[];
}

const maxEventBytes = 256 * 1024;
/** A scan of the supplier's list for an order that is not known begins at most this often. */
const scanPauseMs = 15 * 60_000;
const supplierParam = Type.String({ pattern: "^[a-z0-9-]{1,40}$" });
const deploymentParams = Type.Object({ supplier: supplierParam });
const params = Type.Object({
  supplier: supplierParam,
  accountId: Type.String({ pattern: "^acct_[0-9a-z]{26}$" }),
  environment: Type.Union([Type.Literal("test"), Type.Literal("live")]),
});

/**
 * Receives events of orders from suppliers, which sign the bytes of the body. Not part of /v1. An event makes its order due: the order is
 * read at the supplier again, so events can arrive twice, late and in any order. Events for the deployment's credential reach the orders of
 * all accounts that used it.
 */
export function registerSupplierEvents(app: App, deps: SupplierEventDeps): void {
  const { nowMs, findSecret, deploymentSecrets, box, suppliers } = deps;
  const readers = new Map(suppliers.map(({ name, readOrderEvent }) => [name, readOrderEvent]));
  void app.register(async (plugin) => {
    const scope = plugin.withTypeProvider<TypeBoxTypeProvider>();
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("application/json", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
    // No throttle: the signature is checked before parsing, and suppliers would resend rejected events.
    const config = { access: "public", publicBody: { maxBytes: maxEventBytes, allowance: null } } as const;
    const read = ({ body, headers }: SentEvent, supplier: string, secret: string) => {
      const readEvent = readers.get(supplier);
      if (readEvent === undefined || !Buffer.isBuffer(body)) throw refused();
      const header = (name: string) => {
        const value = headers[name];
        return typeof value === "string" ? value : undefined;
      };
      return verify(() => readEvent({ body, header, secret, nowMs: nowMs() }));
    };
    scope.post(
      "/supplier-events/:supplier/:accountId/:environment",
      { config, schema: { params } },
      async (request) => {
        const { supplier, accountId, environment } = request.params;
        const sealed = await findSecret({ accountId, environment }, supplier);
        if (sealed === null) throw refused();
        const event = read(request, supplier, box.open(sealed));
        await note(
          { ...deps, log: request.log },
          { supplier, environment, accountId, credentialOwner: "account" },
          event,
        );
        return { received: true };
      },
    );
    scope.post(
      "/supplier-events/:supplier/deployment",
      { config, schema: { params: deploymentParams } },
      async (request) => {
        const { supplier } = request.params;
        // The secret says which credential the event is about.
        for (const environment of ["live", "test"] as const) {
          const secret = deploymentSecrets[environment][supplier];
          if (secret === undefined) continue;
          const event = ignoreRefusal(() => read(request, supplier, secret));
          if (event === undefined) continue;
          const source = { supplier, environment, accountId: null, credentialOwner: "deployment" } as const;
          await note({ ...deps, log: request.log }, source, event);
          return { received: true };
        }
        throw refused();
      },
    );
  });
}

interface SentEvent {
  body: unknown;
  headers: Readonly<Record<string, string | string[] | undefined>>;
}

async function note(
  { database, nowMs, bookingBox, log }: SupplierEventDeps & { log: FastifyBaseLogger },
  source: OrderSource,
  event: SupplierOrderEvent | null,
): Promise<void> {
  if (event === null) return;
  const { reports } = await runUnitOfWork(database, nowMs(), async (unit) => {
    const noted = await noteOrder(unit, source, event, bookingBox);
    // Orders that others make with the same credential are not ours.
    if (noted.known === 0 && event.kind === "created") {
      await makeScanDue(unit.tx, source, { nowMs: unit.wallMs, pauseMs: scanPauseMs });
    }
    return noted;
  });
  for (const report of reports) logReport(log, report);
}

function ignoreRefusal<Event>(read: () => Event): Event | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof DomainError && error.code === "AUTH_INVALID") return undefined;
    throw error;
  }
}

function verify<Event>(read: () => Event): Event {
  try {
    return read();
  } catch (error) {
    if (error instanceof UnverifiedEventError) throw refused();
    throw error;
  }
}

/** The same for an unknown account, no saved secret and a wrong signature. */
const refused = () => new DomainError("AUTH_INVALID", { detail: "Invalid supplier signature." });
