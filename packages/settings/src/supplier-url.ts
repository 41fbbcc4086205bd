import { checkUrl } from "@wayfare/egress";

/**
 * Checks the base URL of a supplier: https, or http to loopback, without user name, password, query and fragment. The addresses of a host
 * name are checked at each request.
 *
 * @param allowCidrs networks that calls to suppliers can reach besides the public internet
 * @returns the reason why the URL cannot be used, without the URL, which may contain a password; null if it can
 */
export function findSupplierUrlFault(text: string, allowCidrs: readonly string[]): string | null {
  if (/[?]/.test(text)) return "The URL must not contain a query.";
  const port = Number(URL.parse(text)?.port ?? "");
  return checkUrl({ allowLoopback: true, allowCidrs, ports: port > 0 ? [port] : [] }, text);
}
