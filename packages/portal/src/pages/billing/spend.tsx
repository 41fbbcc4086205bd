import type { Spend } from "@wayfare/sdk";
import { Figures } from "../../components/figures.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { Money } from "../../components/money.tsx";
import { formatCount } from "../../components/money-format.ts";
import { TextLink } from "../../components/text-link.tsx";
import { useSpend } from "./data.ts";
import { LineTable } from "./line-table.tsx";

/** Spend of the current period, as if it ended now. */
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
      {lines.length > 0 && <LineTable caption="Charges of the current period" lines={lines} />}
      <p className="max-w-[68ch] text-12 text-ink-3">
        {environment === "test" ? (
          "Test requests are free and do not use your quota. A test period costs only the price of its plan."
        ) : (
          <>
            As if the period ended now. <TextLink to="/usage">View usage</TextLink>
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
      label: "Overage",
      value: formatCount(beyond),
      note: beyond === 0 ? "Within the plan" : "Charged per search",
    },
  ];
}
