const names: Readonly<Record<string, string>> = { duffel: "Duffel", "seats-aero": "seats.aero", ignav: "Ignav" };

/** Returns the display name of a supplier; that of a supplier over HTTP is its code. */
export function supplierName(code: string): string {
  return names[code] ?? code;
}
