import { useEnvironment } from "../data/environment.ts";
import { TestClockMark } from "./test-clock-mark.tsx";

/** Strip at the top of every page: hatched amber for test data, with the test clock while it is ahead, and solid for live data. */
export function EnvironmentStrip() {
  const environment = useEnvironment();
  if (environment === "live") {
    return (
      <div className="flex h-6 items-center bg-live px-4 text-12 font-semibold text-on-live">
        <span className="wide:w-53 wide:px-1">Live</span>
      </div>
    );
  }
  return (
    <div className="hatched flex min-h-6 flex-wrap items-center justify-between gap-x-4 px-4 text-12 font-semibold text-on-test">
      <span className="bg-test px-2 leading-6 wide:-ml-1">Test — sandbox data</span>
      <TestClockMark />
    </div>
  );
}
