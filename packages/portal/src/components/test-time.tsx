import type { ReactNode } from "react";
import { useDataClock } from "../data/test-clock.ts";
import { AheadOfWall } from "./time.tsx";
import { formatMinutes } from "./time-format.ts";

/** What lives in the time of its data: where the test clock is ahead, it says so, and what is within counts from that clock. */
export function TestTime({ children }: { children: ReactNode }) {
  const { aheadSeconds } = useDataClock();
  return (
    <AheadOfWall value={aheadSeconds * 1000}>
      {aheadSeconds >= 60 && (
        <p className="mb-4 w-fit bg-caution-wash px-2 py-1 text-13 text-caution">
          The test clock is {formatMinutes(Math.floor(aheadSeconds / 60))} ahead of yours, and times here are its times.
        </p>
      )}
      {children}
    </AheadOfWall>
  );
}
