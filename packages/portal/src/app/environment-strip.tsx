import { useEnvironment } from "../data/environment.ts";

/** Strip at the top of every page: hatched amber for test data, solid for live data. */
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
    <div className="hatched flex h-6 items-center px-4 text-12 font-semibold text-on-test">
      <span className="bg-test px-2 leading-6 wide:-ml-1">Test — sandbox data</span>
    </div>
  );
}
