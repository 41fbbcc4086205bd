import { CodeBlock } from "../../components/code-block.tsx";
import { PageHeader, Section } from "../../components/page-header.tsx";
import { SearchCode } from "../../components/search-code.tsx";
import { exampleSearch } from "../../components/search-snippets.ts";
import { PlainLink, TextLink } from "../../components/text-link.tsx";
import { RetryTable } from "./retry-table.tsx";
import { renderInstall, renderRegister, renderRotate, renderTest } from "./snippets.ts";
import { VerifyTabs } from "./verify-tabs.tsx";

const references = [
  {
    href: "/docs",
    title: "API reference",
    description: "All operations with parameters, responses and errors.",
  },
  { href: "/errors", title: "Errors", description: "All error codes and how to fix them." },
  { href: "/openapi.json", title: "openapi.json", description: "OpenAPI 3.1 document." },
];

/** Documentation page: links to the reference, and snippets with the base URL of this service. */
export function DocsPage() {
  const baseUrl = location.origin;
  return (
    <>
      <PageHeader title="Docs" lead={`References and code examples for ${baseUrl}`} />
      <ul className="border-t border-line">
        {references.map(({ href, title, description }) => (
          <li
            key={href}
            className="grid min-h-9 items-center gap-x-6 border-b border-line py-1.5 text-13 wide:grid-cols-[11rem_1fr]"
          >
            <PlainLink href={href}>{title}</PlainLink>
            <span className="text-ink-2">{description}</span>
          </li>
        ))}
      </ul>
      <Section title="First search">
        <div className="max-w-3xl">
          <SearchCode label="Language" baseUrl={baseUrl} request={exampleSearch()} />
        </div>
      </Section>
      <Section title="Install the TypeScript client">
        <div className="flex max-w-3xl flex-col gap-4">
          <p className="max-w-[68ch] text-ink-2">
            This service offers <code className="font-mono text-13">@wayfare/sdk</code> in its own version, for Node 20
            and later, Deno, Bun and browsers.
          </p>
          <CodeBlock contentName="command" code={renderInstall(baseUrl)} />
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
            Start your program, then register its URL under <TextLink to="/webhooks">Webhooks</TextLink>, or with a key
            that has the scope <code className="font-mono text-13">usage.write</code>. The secret is only in the
            response of this request.
          </p>
          <CodeBlock contentName="command" code={renderRegister(baseUrl)} />
          <p className="max-w-[68ch] text-ink-2">
            Wayfare verifies the URL with a <code className="font-mono text-13">GET</code> request with{" "}
            <code className="font-mono text-13">?challenge=…</code>. Return status 200 with the token as the body to
            activate the endpoint. Then send a test event:
          </p>
          <CodeBlock contentName="command" code={renderTest(baseUrl)} />
        </div>
      </Section>
      <Section title="Verify signatures">
        <div className="flex max-w-3xl flex-col gap-4">
          <p className="max-w-[68ch] text-ink-2">
            The header <code className="font-mono text-13">SVC-Signature</code> contains an HMAC-SHA256 of the
            timestamp, a period and the raw body. Compare in constant time, try all of your current secrets, and reject
            deliveries that are more than 300 seconds off. The page of each delivery shows its base string.
          </p>
          <VerifyTabs />
        </div>
      </Section>
      <Section title="Respond within 15 seconds with JSON">
        <p className="max-w-[68ch] pb-3 text-ink-2">
          A delivery succeeds when you return a 2xx status with a JSON body, such as{" "}
          <code className="font-mono text-13">{"{}"}</code>. Respond first and process the event afterwards. Failed
          deliveries are retried:
        </p>
        <RetryTable />
        <p className="max-w-[68ch] pt-3 text-ink-2">
          After the last attempt the delivery is dead-lettered. Deliveries can arrive more than once: use{" "}
          <code className="font-mono text-13">deliveryId</code> to detect duplicates.
        </p>
      </Section>
      <Section title="Rotate secrets">
        <div className="flex max-w-3xl flex-col gap-4">
          <p className="max-w-[68ch] text-ink-2">
            The old and the new secret are both valid for 24 hours. Accept both, then remove the old one. If a secret
            leaked, <code className="font-mono text-13">expirePrevious</code> ends it at once.
          </p>
          <CodeBlock contentName="command" code={renderRotate(baseUrl)} />
        </div>
      </Section>
    </>
  );
}
