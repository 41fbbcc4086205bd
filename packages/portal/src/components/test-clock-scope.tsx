import type { ReactNode } from "react";
import { useDataClock } from "../data/test-clock.ts";
import { ClockOffset } from "./time.tsx";
import { formatMinutes } from "./time-format.ts";

/** Shows a notice if the test clock is ahead, and makes times in the children relative to the test clock. */
export function TestClockScope({ children }: { children: ReactNode }) {
  const { aheadSeconds } = useDataClock();
  return (
    <ClockOffset value={aheadSeconds * 1000}>
      {aheadSeconds >= 60 && (
        <p className="mb-4 w-fit bg-caution-wash px-2 py-1 text-13 text-caution">
          The test clock is {formatMinutes(Math.floor(aheadSeconds / 60))} ahead. Times on this page use it.
        </p>
      )}
      {children}
    </ClockOffset>
  );
}
