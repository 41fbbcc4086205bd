import { formatMinutes } from "../../components/time-format.ts";
import { useDataClock } from "../../data/test-clock.ts";

/** Says that test data lives in another time than the reader, where it does. */
export function TestClockNote() {
  const { aheadSeconds } = useDataClock();
  if (aheadSeconds < 60) return null;
  return (
    <p className="mb-4 w-fit bg-caution-wash px-2 py-1 text-13 text-caution">
      The test clock is {formatMinutes(Math.floor(aheadSeconds / 60))} ahead of yours; times of test data are its times.
    </p>
  );
}
