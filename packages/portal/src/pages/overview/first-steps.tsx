import { ButtonLink } from "../../components/button.tsx";
import { CodeBlock } from "../../components/code-block.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { exampleSearch, renderCurl } from "../../components/search-snippets.ts";
import { useMay } from "../../data/session.ts";

/** What to do where nothing has been asked yet. */
export function FirstSteps() {
  const mayCreate = useMay("usage.write");
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
      <CodeBlock what="the command" code={renderCurl(location.origin, exampleSearch())} />
    </EmptyState>
  );
}
