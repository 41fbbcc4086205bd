import type { AuditEvent } from "@wayfare/sdk";
import { TextLink } from "../../components/text-link.tsx";

/** What an entry is about, leading to its page where it has one. */
export function SubjectLink({ subject: { kind, id } }: Pick<AuditEvent, "subject">) {
  const look = "font-mono text-12 wrap-anywhere";
  if (kind === "key") {
    return (
      <TextLink to="/keys/$id" params={{ id }} className={look}>
        {id}
      </TextLink>
    );
  }
  if (kind === "webhook") {
    return (
      <TextLink to="/webhooks/$id" params={{ id }} className={look}>
        {id}
      </TextLink>
    );
  }
  if (kind === "application") {
    return (
      <TextLink to="/applications/$id" params={{ id }} className={look}>
        {id}
      </TextLink>
    );
  }
  if (kind === "invoice") {
    return (
      <TextLink to="/billing/invoices/$id" params={{ id }} className={look}>
        {id}
      </TextLink>
    );
  }
  return <span className={look}>{id}</span>;
}
