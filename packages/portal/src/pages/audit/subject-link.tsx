import type { AuditEvent } from "@wayfare/sdk";
import { TextLink } from "../../components/text-link.tsx";

/** Pages of the subject types. Other types have no page. */
const pages = {
  key: "/keys/$id",
  watch: "/watches/$id",
  webhook: "/webhooks/$id",
  application: "/applications/$id",
  invoice: "/billing/invoices/$id",
} as const;

/** Subject of an audit event, as a link if it has a page. */
export function SubjectLink({ subject: { type, id } }: Pick<AuditEvent, "subject">) {
  const look = "font-mono text-12 wrap-anywhere";
  if (!hasPage(type)) return <span className={look}>{id}</span>;
  return (
    <TextLink to={pages[type]} params={{ id }} className={look}>
      {id}
    </TextLink>
  );
}

function hasPage(type: string): type is keyof typeof pages {
  return Object.hasOwn(pages, type);
}
