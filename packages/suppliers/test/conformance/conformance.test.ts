import { describe, expect, it } from "vitest";
import { conformanceChecks, describeConformance } from "../conformance.ts";
import { type Defect, openWireAdapter } from "./wire-adapter.ts";

describe("an adapter that reads a server's responses", () => {
  describeConformance(
    () => openWireAdapter(),
    () => true,
  );
});

/** The check that must fail for each planted defect. */
const planted: Record<Defect, string> = {
  "returns wrong totals": "returns flights with offers for a search",
  "calls before checking the signal": "does not start a search with an aborted signal",
  "fails the second search": "stops when the iterator is closed early, and completes the next search",
  "continues after an abort": "yields nothing after an abort",
  "returns random results": "reprices an offer of a search",
  "reprices any offer": "reprices an offer that the search did not have as unknown",
  "ignores its version": "returns the same result for the same search, and reprices offers of other data as expired",
  "ignores the signal": "aborts a search on a hanging server as soon as the signal is aborted",
  "hides failures": "rejects if its server closes the connection, fails or returns HTML",
  "reads responses of any size": "rejects a response over 8 MB",
  "rejects unknown members": "ignores unknown members",
  "guesses missing terminals": "returns null for data that its server does not return",
  "ignores its budget": "acquires a permit before each call, and makes none without one",
  "logs its credentials": "keeps its credentials out of logs and errors",
  "throws its credentials": "keeps its credentials out of logs and errors",
};

describe("a planted defect", () => {
  it.each(Object.entries(planted))("of an adapter that %s fails its check: %s", async (defect, title) => {
    const known = Object.keys(planted).find((name): name is Defect => name === defect);
    const check = conformanceChecks.find((each) => each.title === title);
    const subject = await openWireAdapter(...(known === undefined ? [] : [known]));
    try {
      await expect(check?.check(subject)).rejects.toThrow();
    } finally {
      await subject.close();
    }
  });

  it("exists for every check", () => {
    expect(new Set(Object.values(planted))).toEqual(new Set(conformanceChecks.map(({ title }) => title)));
  });
});
