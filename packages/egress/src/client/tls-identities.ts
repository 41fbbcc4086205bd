import { createHash } from "node:crypto";
import { createSecureContext, type SecureContext, type SecureContextOptions } from "node:tls";
import type { ClientCertificate } from "./client-certificate.ts";

/** TLS context of a connection, and the suffix that separates its connections in the pool. */
export interface TlsIdentity {
  readonly id: string;
  readonly secureContext: SecureContext;
}

const maxContexts = 1_000;

/**
 * TLS contexts by client certificate, each created once: it parses the chain and the key. The identity is a digest over the owner,
 * certificate and key, so that a replaced certificate never uses a connection of the former one.
 */
export class TlsIdentities {
  readonly #base: SecureContextOptions;
  readonly #anonymous: TlsIdentity;
  readonly #byId = new Map<string, TlsIdentity>();

  /** @param base options of every context: trusted authorities and versions. */
  constructor(base: SecureContextOptions) {
    this.#base = base;
    this.#anonymous = { id: "", secureContext: createSecureContext(base) };
  }

  /**
   * Returns the context that presents a certificate, or none if it is undefined.
   *
   * @throws Error of OpenSSL if the certificate or its key is unusable.
   */
  get(certificate: ClientCertificate | undefined): TlsIdentity {
    if (certificate === undefined) return this.#anonymous;
    const id = idOf(certificate);
    const known = this.#byId.get(id);
    if (known !== undefined) {
      // Insertion order: the least recently used context is dropped first.
      this.#byId.delete(id);
      this.#byId.set(id, known);
      return known;
    }
    const { certificate: cert, privateKey: key } = certificate;
    const identity = { id, secureContext: createSecureContext({ ...this.#base, cert, key }) };
    this.#byId.set(id, identity);
    const [oldest] = this.#byId.keys();
    if (oldest !== undefined && this.#byId.size > maxContexts) this.#byId.delete(oldest);
    return identity;
  }
}

function idOf({ scope, certificate, privateKey }: ClientCertificate): string {
  return createHash("sha256")
    .update(JSON.stringify([scope, certificate, privateKey]))
    .digest("base64");
}
