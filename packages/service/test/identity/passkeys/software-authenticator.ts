import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from "node:crypto";

const bytesOf = (text: string) => createHash("sha256").update(text).digest();
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64url");

/** Encodes the subset of CBOR (RFC 8949) that an attestation without a statement needs. */
function cbor(value: number | string | Uint8Array | ReadonlyMap<number | string, unknown>): Buffer {
  if (typeof value === "number") return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === "string") return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  const entries = [...value].flatMap(([key, member]) => [cbor(key), cbor(member as Parameters<typeof cbor>[0])]);
  return Buffer.concat([head(5, value.size), ...entries]);
}

function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  if (value < 256) return Buffer.from([(major << 5) | 24, value]);
  return Buffer.from([(major << 5) | 25, value >> 8, value & 255]);
}

interface Options {
  challenge: string;
}

/** Software authenticator with one ES256 credential for one host and user verification. */
export class SoftwareAuthenticator {
  readonly id = randomBytes(16);
  readonly #keys: { privateKey: KeyObject; publicKey: KeyObject } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  readonly #origin: string;
  #counter = 0;
  /** User present and verified. */
  flags = 0x05;

  constructor(origin = "http://localhost:8080") {
    this.#origin = origin;
  }

  /** Returns the result of `navigator.credentials.create`. */
  register({ challenge }: Options) {
    const { x = "", y = "" } = this.#keys.publicKey.export({ format: "jwk" });
    const key = cbor(
      new Map<number, number | Buffer>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, "base64url")],
        [-3, Buffer.from(y, "base64url")],
      ]),
    );
    const length = Buffer.from([0, this.id.length]);
    const authData = Buffer.concat([this.#authData(this.flags | 0x40), Buffer.alloc(16), length, this.id, key]);
    const attestation = cbor(
      new Map<string, unknown>([
        ["fmt", "none"],
        ["attStmt", new Map()],
        ["authData", authData],
      ]),
    );
    const clientDataJSON = base64(this.#clientData("webauthn.create", challenge));
    return this.#answer({ clientDataJSON, attestationObject: base64(attestation), transports: ["internal"] });
  }

  /** Returns the result of `navigator.credentials.get`. */
  assert({ challenge }: Options) {
    const authData = this.#authData(this.flags);
    const clientData = this.#clientData("webauthn.get", challenge);
    const signed = Buffer.concat([authData, createHash("sha256").update(clientData).digest()]);
    const signature = base64(createSign("sha256").update(signed).sign(this.#keys.privateKey));
    return this.#answer({ clientDataJSON: base64(clientData), authenticatorData: base64(authData), signature });
  }

  #answer(response: Record<string, unknown>) {
    const id = base64(this.id);
    return { id, rawId: id, type: "public-key", response, clientExtensionResults: {} };
  }

  #authData(flags: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(++this.#counter);
    return Buffer.concat([bytesOf(new URL(this.#origin).hostname), Buffer.from([flags]), counter]);
  }

  #clientData(type: string, challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.#origin, crossOrigin: false }));
  }
}
