import { type DuffelDouble, type DuffelDoubleOptions, startDuffelDouble } from "@wayfare/demo-suppliers";
import { onTestFinished } from "vitest";
import { sampleOffer, testNowMs } from "./sample-offer.ts";

/** An answer of the double with its parsed body. */
export interface Answer {
  status: number;
  headers: Headers;
  /** Parsed body. */
  body: {
    data: never;
    meta: { after: string | null; before: string | null; limit: number };
    errors?: { code: string; source?: { pointer: string } }[];
  };
  codes: string[];
}

/** Starts a double on a clock that the test moves, and a client for it. */
export async function openDuffel(offers = [sampleOffer()], options: DuffelDoubleOptions = {}) {
  const clock = { ms: testNowMs };
  const duffel: DuffelDouble = await startDuffelDouble(offers, { nowMs: () => clock.ms, ...options });
  onTestFinished(() => duffel.double.close());
  const call = async (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> => {
    const response = await fetch(duffel.double.url + path, {
      method,
      headers: {
        authorization: "Bearer duffel_live_1",
        "duffel-version": "v2",
        "accept-encoding": "gzip",
        ...(body !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const parsed: Answer["body"] = text === "" ? {} : JSON.parse(text);
    const codes = parsed.errors?.map(({ code }) => code) ?? [];
    return { status: response.status, headers: response.headers, body: parsed, codes };
  };
  return { duffel, clock, call, advance: (ms: number) => void (clock.ms += ms) };
}
