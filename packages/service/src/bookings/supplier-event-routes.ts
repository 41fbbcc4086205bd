import type { TypeBoxTypeProvider } from "@fastify/type-provider-typebox";
import { type AccountScope, DomainError } from "@wayfare/contract";
import { type Database, runUnitOfWork } from "@wayfare/database";
import { type Supplier, UnverifiedEventError } from "@wayfare/suppliers";
import type { SecretBox } from "@wayfare/webhooks";
import { Type } from "typebox";
import type { App } from "../http/app-type.ts";
import { makeOrderDue } from "./order-store.ts";

interface SupplierEventDeps {
  database: Database;
  /** Real time. */
  nowMs: () => number;
  /** Finds the sealed secret that signs a supplier's events for an account; null without one. */
  findSecret: (scope: AccountScope, supplier: string) => Promise<Uint8Array | null>;
  /** Opens the secrets. */
  box: Pick<SecretBox, "open">;
  suppliers: readonly Pick<Supplier, "name" | "readOrderEvent">[];
}

const maxEventBytes = 256 * 1024;
const params = Type.Object({
  supplier: Type.String({ pattern: "^[a-z0-9-]{1,40}$" }),
  accountId: Type.String({ pattern: "^acct_[0-9a-z]{26}$" }),
  environment: Type.Union([Type.Literal("test"), Type.Literal("live")]),
});

/**
 * Receives events of orders from suppliers, which sign the bytes of the body. Not part of /v1. An event makes its order due: the order is
 * read at the supplier again, so events can arrive twice, late and in any order.
 */
export function registerSupplierEvents(
  app: App,
  { database, nowMs, findSecret, box, suppliers }: SupplierEventDeps,
): void {
  const readers = new Map(suppliers.map(({ name, readOrderEvent }) => [name, readOrderEvent]));
  void app.register(async (plugin) => {
    const scope = plugin.withTypeProvider<TypeBoxTypeProvider>();
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("application/json", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
    // No throttle: the signature is checked before parsing, and suppliers would resend rejected events.
    const config = { access: "public", publicBody: { maxBytes: maxEventBytes, allowance: null } } as const;
    scope.post(
      "/supplier-events/:supplier/:accountId/:environment",
      { config, schema: { params } },
      async (request) => {
        const { supplier, accountId, environment } = request.params;
        const { body, headers } = request;
        const sealed = await findSecret({ accountId, environment }, supplier);
        const readEvent = readers.get(supplier);
        if (sealed === null || readEvent === undefined || !Buffer.isBuffer(body)) throw refused();
        const header = (name: string) => {
          const value = headers[name];
          return typeof value === "string" ? value : undefined;
        };
        const event = verify(() => readEvent({ body, header, secret: box.open(sealed), nowMs: nowMs() }));
        if (event !== null) {
          const { orderId } = event;
          await runUnitOfWork(database, nowMs(), (unit) =>
            makeOrderDue(unit.tx, { accountId, environment, supplier, orderId, nowMs: unit.nowMs }),
          );
        }
        return { received: true };
      },
    );
  });
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
