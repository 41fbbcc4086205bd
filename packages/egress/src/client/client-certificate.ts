import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import { createSecureContext } from "node:tls";

/** Certificate chain and private key that a client presents to a server (mutual TLS), in PEM. */
export interface ClientCertificate {
  /** Owner of the certificate. Connections are never shared between owners, even of equal certificates. */
  readonly scope: string;
  /** The certificate of the key, followed by those of its issuers. */
  readonly certificate: string;
  readonly privateKey: string;
}

/** A fault of a certificate or key, as a sentence for the person who sent them. */
export interface CertificateFault {
  readonly member: "certificate" | "privateKey";
  readonly detail: string;
}

const certificateBlock = /-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g;
const maxChainLength = 10;
/** Extended key usages (RFC 5280, section 4.2.1.12) that allow a client to use a certificate. */
const clientUsages: ReadonlySet<string> = new Set(["1.3.6.1.5.5.7.3.2", "2.5.29.37.0"]);

/**
 * Checks that TLS can present a certificate with a key: both are PEM, the key is not encrypted and belongs to the first certificate, which
 * is valid now and may be used by clients.
 *
 * @returns the end of validity of the first certificate, or the fault.
 */
export function checkClientCertificate(
  { certificate, privateKey }: Omit<ClientCertificate, "scope">,
  nowMs: number,
): { expiresAtMs: number } | CertificateFault {
  const chain = readChain(certificate);
  if (!Array.isArray(chain)) return chain;
  const [first, ...issuers] = chain;
  const key = readKey(privateKey);
  if ("detail" in key) return key;
  if (first === undefined || !first.checkPrivateKey(key)) {
    return issuers.some((issuer) => issuer.checkPrivateKey(key))
      ? fault(
          "certificate",
          "The certificate of `privateKey` must be the first in `certificate`, before those of its issuers.",
        )
      : fault("privateKey", "`privateKey` does not belong to the first certificate in `certificate`.");
  }
  return checkUsage(first, nowMs) ?? checkTls(certificate, privateKey) ?? { expiresAtMs: first.validToDate.getTime() };
}

function readChain(text: string): X509Certificate[] | CertificateFault {
  if (text.includes("PRIVATE KEY-----"))
    return fault("certificate", "`certificate` must not contain a private key. Send it in `privateKey`.");
  const blocks = text.match(certificateBlock) ?? [];
  if (blocks.length === 0)
    return fault("certificate", "`certificate` must be in PEM, with `-----BEGIN CERTIFICATE-----`.");
  if (blocks.length > maxChainLength)
    return fault("certificate", `\`certificate\` must have at most ${maxChainLength} certificates.`);
  try {
    return blocks.map((block) => new X509Certificate(block));
  } catch {
    return fault("certificate", "`certificate` contains a PEM block that is not an X.509 certificate.");
  }
}

function readKey(text: string): KeyObject | CertificateFault {
  if (/BEGIN ENCRYPTED PRIVATE KEY|^Proc-Type: 4,ENCRYPTED/m.test(text)) {
    const command = "openssl pkey -in key.pem -out plain.pem";
    return fault(
      "privateKey",
      `\`privateKey\` is encrypted with a passphrase. Decrypt it first, for example with \`${command}\`.`,
    );
  }
  if (!text.includes("PRIVATE KEY-----"))
    return fault("privateKey", "`privateKey` must be in PEM, with `-----BEGIN PRIVATE KEY-----`.");
  try {
    return createPrivateKey({ key: text, format: "pem" });
  } catch {
    return fault("privateKey", "`privateKey` is not a private key in PEM.");
  }
}

function checkUsage(certificate: X509Certificate, nowMs: number): CertificateFault | undefined {
  const { validFromDate, validToDate, keyUsage } = certificate;
  if (validToDate.getTime() <= nowMs) return fault("certificate", `The certificate expired on ${dayOf(validToDate)}.`);
  if (validFromDate.getTime() > nowMs)
    return fault("certificate", `The certificate is not valid before ${dayOf(validFromDate)}.`);
  // Undefined without the extension, which allows every use.
  const usages: readonly string[] | undefined = keyUsage;
  if (usages === undefined || usages.some((usage) => clientUsages.has(usage))) return undefined;
  return fault("certificate", "The certificate's extended key usage does not include client authentication.");
}

/** Finds what only OpenSSL can tell, such as a key that is too short or of a kind that TLS has no use for. */
function checkTls(cert: string, key: string): CertificateFault | undefined {
  try {
    createSecureContext({ cert, key });
    return undefined;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? ` (${String(error.code)})` : "";
    return fault("certificate", `TLS cannot use the certificate and its key${code}.`);
  }
}

const dayOf = (date: Date): string => date.toISOString().slice(0, 10);

function fault(member: CertificateFault["member"], detail: string): CertificateFault {
  return { member, detail };
}
