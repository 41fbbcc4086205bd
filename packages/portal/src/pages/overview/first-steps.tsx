import { ButtonLink } from "../../components/button.tsx";
import { CodeBlock } from "../../components/code-block.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { exampleSearch, renderCurl } from "../../components/search-snippets.ts";
import { useHasScope } from "../../data/session.ts";

/** Empty state of the overview, with a first request. */
export function FirstSteps() {
  const mayCreate = useHasScope("usage.write");
  return (
    <EmptyState
      title="No API requests in the last 24 hours"
      action={
        <div className="flex flex-wrap gap-2">
          {mayCreate && (
            <ButtonLink kind="primary" to="/keys">
              Create API key
            </ButtonLink>
          )}
          <ButtonLink to="/flights">Open flight explorer</ButtonLink>
        </div>
      }
    >
      <p>With an API key in WAYFARE_KEY, this command searches flights in cash and miles:</p>
      <CodeBlock contentName="command" code={renderCurl(location.origin, exampleSearch())} />
    </EmptyState>
  );
}
