import { useNavigate, useRouterState } from "@tanstack/react-router";
import { classNames } from "../components/class-names.ts";
import { RadioOption } from "../components/radio-option.tsx";
import { type Environment, setEnvironment, useEnvironment } from "../data/environment.ts";

const names: Record<Environment, string> = { test: "Test", live: "Live" };

/**
 * Switches between test and live data. A detail page switches to its list, and filters by id are removed, because the object does not exist
 * in the other environment.
 */
export function EnvironmentSwitch() {
  const environment = useEnvironment();
  const navigate = useNavigate();
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const choose = (chosen: Environment) => {
    if (chosen === environment) return;
    setEnvironment(chosen);
    const [, list = "", id] = pathname.split("/");
    void navigate({ to: `/${list}`, search: id === undefined ? withoutIds : {}, replace: id === undefined });
  };
  return (
    <fieldset className="flex rounded-control border border-edge p-0.5">
      <legend className="sr-only">Environment</legend>
      {(["test", "live"] as const).map((each) => (
        <RadioOption
          key={each}
          name="environment"
          checked={each === environment}
          onChoose={() => choose(each)}
          className={classNames(
            "flex h-6.5 items-center rounded-[4px] px-2.5 text-12 font-semibold pointer-coarse:h-9 pointer-coarse:px-3",
            "has-focus-visible:outline-offset-3",
            each === environment
              ? each === "test"
                ? "bg-test text-on-test"
                : "bg-live text-on-live"
              : "text-ink-2 hover:text-ink",
          )}
        >
          {names[each]}
        </RadioOption>
      ))}
    </fieldset>
  );
}

function withoutIds(search: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => !/^[a-z]+_[0-9a-z]{26}$/.test(String(value))));
}
