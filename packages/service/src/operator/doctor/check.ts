/** Result of one check of `wayfare doctor`. */
export interface Check {
  check: string;
  status: "ok" | "warn" | "fail";
  detail: string;
  /** Remedy; null if nothing needs to be done. */
  fix: string | null;
}

export function ok(check: string, detail: string): Check {
  return { check, status: "ok", detail, fix: null };
}

export function warn(check: string, detail: string, fix: string): Check {
  return { check, status: "warn", detail, fix };
}

export function fail(check: string, detail: string, fix: string): Check {
  return { check, status: "fail", detail, fix };
}
