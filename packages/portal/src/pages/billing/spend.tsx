import type { Spend } from "@wayfare/sdk";
import { Figures } from "../../components/figures.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { Money } from "../../components/money.tsx";
import { formatCount } from "../../components/money-format.ts";
import { TextLink } from "../../components/text-link.tsx";
import { useSpend } from "./data.ts";
import { LineTable } from "./line-table.tsx";

/** What the present period has cost, as if it ended now. */
export function SpendSoFar() {
  return (
    <Loaded query={useSpend()} label="spend">
      {(spend) => <SpendFigures spend={spend} />}
    </Loaded>
  );
}

function SpendFigures({ spend }: { spend: Spend }) {
  const { lines, environment } = spend;
  return (
    <div className="flex flex-col gap-4">
      <Figures figures={figuresOf(spend)} />
      {lines.length > 0 && <LineTable caption="What the period has cost so far" lines={lines} />}
      <p className="max-w-[68ch] text-12 text-ink-3">
        {environment === "test" ? (
          "Only live searches count: over test data a period costs its plan and nothing more."
        ) : (
          <>
            As if the period ended now. <TextLink to="/usage">See what was searched</TextLink>.
          </>
        )}
      </p>
    </div>
  );
}

function figuresOf({ total, searches: { used, included, beyond } }: Spend) {
  return [
    { label: "Spent", value: <Money value={total} />, note: "Without tax" },
    { label: "Live searches", value: formatCount(used), note: `Of ${formatCount(included)} included` },
    {
      label: "Beyond those",
      value: formatCount(beyond),
      note: beyond === 0 ? "All are within the plan" : "Charged each",
    },
  ];
}
