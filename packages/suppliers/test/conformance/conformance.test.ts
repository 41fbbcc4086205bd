import { describe, expect, it } from "vitest";
import { conformanceChecks, describeConformance } from "../conformance.ts";
import { type Defect, openWireAdapter } from "./wire-adapter.ts";

describe("an adapter that reads a server's answers", () => {
  describeConformance(
    () => openWireAdapter(),
    () => true,
  );
});

/** The check that has to fail for each planted defect. */
const planted: Record<Defect, string> = {
  "adds up wrongly": "answers a search with offers of flights",
  "calls before it looks at the signal": "does not begin a search whose caller has gone",
  "sells once": "ends when it is returned before it is read to its end, and answers the next search",
  "continues after an abort": "yields nothing after an abort",
  "answers at random": "prices an offer of a search again",
  "prices any offer": "answers the reprice of an offer that the search did not have with unknown",
  "ignores its version": "answers the same search alike, and offers of other data as expired",
  "ignores the signal": "ends a search of a server that hangs as soon as the signal is aborted",
  "hides failures": "rejects if its server breaks the connection, fails or answers HTML",
  "reads any length": "rejects an answer over 3 MB",
  "rejects unknown members": "ignores unknown members",
  "guesses terminals": "gives null for what its server does not say",
  "ignores its budget": "makes no more calls than its budget, and is busy without one",
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
