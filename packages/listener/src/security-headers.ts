const yearSeconds = 31_536_000;

interface SecurityHeadersOptions {
  publicUrl: string;
  /** CSP hash sources of the inline scripts that pages may run, such as `'sha256-…'`. */
  inlineScripts?: readonly string[];
}

/** Returns the security headers of the response to a request. */
export type SecurityHeaders = (url: string) => Readonly<Record<string, string>>;

/**
 * Creates the security headers of all responses. Pages load only from their own origin. API responses are data and get only headers that
 * browsers apply to data. Strict-Transport-Security is sent if the public URL uses HTTPS.
 */
export function securityHeaders({ publicUrl, inlineScripts = [] }: SecurityHeadersOptions): SecurityHeaders {
  const transport = publicUrl.startsWith("https:")
    ? { "strict-transport-security": `max-age=${yearSeconds}; includeSubDomains` }
    : {};
  const pageHeaders = {
    "content-security-policy": [...pagePolicy, ["script-src 'self'", ...inlineScripts].join(" ")].join(";"),
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "origin-agent-cluster": "?1",
    "referrer-policy": "no-referrer",
    ...transport,
    "x-content-type-options": "nosniff",
    "x-dns-prefetch-control": "off",
    "x-download-options": "noopen",
    "x-frame-options": "SAMEORIGIN",
    "x-permitted-cross-domain-policies": "none",
    "x-xss-protection": "0",
  };
  const dataHeaders = {
    "content-security-policy": "default-src 'none';frame-ancestors 'none'",
    "cross-origin-resource-policy": "same-origin",
    "x-content-type-options": "nosniff",
    ...transport,
  };
  // Browsers must not cache responses of portal routes.
  const portalHeaders = { ...dataHeaders, "cache-control": "no-store" };
  return (url) => (isApi(url) ? dataHeaders : isPortal(url) ? portalHeaders : pageHeaders);
}

const isApi = (url: string): boolean => url.startsWith("/v1/") || /^\/mcp(\?|$)/.test(url);
const isPortal = (url: string): boolean => url.startsWith("/portal/");

const pagePolicy = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
];
