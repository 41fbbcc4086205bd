import { ButtonLink } from "../../components/button.tsx";
import { CodeBlock } from "../../components/code-block.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { useMay } from "../../data/session.ts";

const dayMs = 86_400_000;

/** What to do where nothing has been asked yet. */
export function FirstSteps() {
  const mayCreate = useMay("usage.write");
  const departureDate = new Date(Date.now() + 60 * dayMs).toISOString().slice(0, 10);
  const body = JSON.stringify({ origin: "JFK", destination: "LHR", departureDate, includeAward: true });
  const command = `curl -sS ${location.origin}/v1/search \\
  -H "Authorization: Bearer $WAYFARE_KEY" \\
  -H "Content-Type: application/json" \\
  -d '${body}'`;
  return (
    <EmptyState
      title="No key has asked anything in the last 24 hours"
      action={
        <div className="flex flex-wrap gap-2">
          {mayCreate && (
            <ButtonLink kind="primary" to="/keys">
              Create a key
            </ButtonLink>
          )}
          <ButtonLink to="/flights">Search here first</ButtonLink>
        </div>
      }
    >
      <p>With a key in WAYFARE_KEY this finds flights, in money and in miles:</p>
      <CodeBlock what="the command" code={command} />
    </EmptyState>
  );
}
