import { CodeBlock } from "../../components/code-block.tsx";
import { PageHeader, Section } from "../../components/page-header.tsx";
import { SearchCode } from "../../components/search-code.tsx";
import { exampleSearch } from "../../components/search-snippets.ts";
import { PlainLink, TextLink } from "../../components/text-link.tsx";
import { RetryTable } from "./retry-table.tsx";
import { renderRegister, renderRotate, renderTest } from "./snippets.ts";
import { VerifyTabs } from "./verify-tabs.tsx";

const references = [
  {
    href: "/docs",
    title: "API reference",
    what: "Every operation with its parameters, answers and errors, on one page.",
  },
  { href: "/errors", title: "Errors", what: "Every code: what it means, and what to do." },
  { href: "/openapi.json", title: "openapi.json", what: "The same for machines, as OpenAPI 3.1." },
];

/** Where things are written down, and what to paste for a start. Addresses are this service's own. */
export function DocsPage() {
  const baseUrl = location.origin;
  return (
    <>
      <PageHeader title="Docs" lead={`Commands and code for ${baseUrl}, to take away as they are.`} />
      <ul className="border-t border-line">
        {references.map(({ href, title, what }) => (
          <li
            key={href}
            className="grid min-h-9 items-center gap-x-6 border-b border-line py-1.5 text-13 wide:grid-cols-[11rem_1fr]"
          >
            <PlainLink href={href}>{title}</PlainLink>
            <span className="text-ink-2">{what}</span>
          </li>
        ))}
      </ul>
      <Section title="A first search">
        <div className="max-w-3xl">
          <SearchCode label="Language of the search" baseUrl={baseUrl} request={exampleSearch()} />
        </div>
      </Section>
      <WebhooksGuide baseUrl={baseUrl} />
    </>
  );
}

function WebhooksGuide({ baseUrl }: { baseUrl: string }) {
  return (
    <>
      <Section title="Receive webhooks">
        <div className="flex max-w-3xl flex-col gap-4">
          <p className="max-w-[68ch] text-ink-2">
            Start your program, then register its address, here under <TextLink to="/webhooks">Webhooks</TextLink> or
            with a key that has <code className="font-mono text-13">usage.write</code>. The answer shows the secret
            once.
          </p>
          <CodeBlock what="the command" code={renderRegister(baseUrl)} />
          <p className="max-w-[68ch] text-ink-2">
            At once a <code className="font-mono text-13">GET</code> with{" "}
            <code className="font-mono text-13">?challenge=…</code> asks whether the address wants to be told. Answer
            200 with the token as the body, and the endpoint is active. Then send it a test:
          </p>
          <CodeBlock what="the command" code={renderTest(baseUrl)} />
        </div>
      </Section>
      <Section title="Verify each delivery">
        <div className="flex max-w-3xl flex-col gap-4">
          <p className="max-w-[68ch] text-ink-2">
            The header <code className="font-mono text-13">SVC-Signature</code> is an HMAC-SHA256 over the time, a point
            and the raw body. Compare in constant time, take every secret that you hold, and refuse what is more than
            300 seconds off. The page of each delivery shows its base string.
          </p>
          <VerifyTabs />
        </div>
      </Section>
      <Section title="Answer within 15 seconds, with JSON">
        <p className="max-w-[68ch] pb-3 text-ink-2">
          A delivery has arrived when you answer 2xx with a JSON body; <code className="font-mono text-13">{"{}"}</code>{" "}
          is enough. Queue the work and answer first. All else is tried again, seven times in all:
        </p>
        <RetryTable />
        <p className="max-w-[68ch] pt-3 text-ink-2">
          After the seventh it is a dead letter. A delivery can come twice: keep its{" "}
          <code className="font-mono text-13">deliveryId</code> beside what it caused.
        </p>
      </Section>
      <Section title="Rotate the secret">
        <div className="flex max-w-3xl flex-col gap-4">
          <p className="max-w-[68ch] text-ink-2">
            For 24 hours the old secret and the new one are both valid. Hold both, then drop the old.
          </p>
          <CodeBlock what="the command" code={renderRotate(baseUrl)} />
        </div>
      </Section>
    </>
  );
}
