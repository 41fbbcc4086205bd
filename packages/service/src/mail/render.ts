import type { MailText } from "./templates.ts";

/** A rendered mail. */
export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
}

const maxSubjectLength = 200;

/** Renders a mail as plain text and as HTML. Values cannot add lines or markup. */
export function renderMail({ subject, paragraphs, action }: MailText): RenderedMail {
  const lines = paragraphs.map(toLine);
  const link = action === null ? [] : [`${action.label}:\n${action.url}`];
  return {
    subject: toLine(subject).slice(0, maxSubjectLength),
    text: `${[...lines.slice(0, 1), ...link, ...lines.slice(1)].join("\n\n")}\n`,
    html: renderHtml(lines, action),
  };
}

const button =
  "display:inline-block;padding:10px 16px;border-radius:6px;background:#1d4ed8;color:#ffffff;text-decoration:none";
const body = "font-family:system-ui,sans-serif;font-size:16px;line-height:1.5;color:#18181b;max-width:560px";

function renderHtml([first = "", ...rest]: readonly string[], action: MailText["action"]): string {
  const paragraph = (text: string) => `<p>${escapeHtml(text)}</p>`;
  const url = action === null ? "" : escapeHtml(action.url);
  const link =
    action === null
      ? []
      : [
          `<p><a href="${url}" style="${button}">${escapeHtml(action.label)}</a></p>`,
          `<p style="font-size:13px;word-break:break-all"><a href="${url}">${url}</a></p>`,
        ];
  return [
    `<!doctype html><html lang="en"><body style="${body}">`,
    paragraph(first),
    ...link,
    ...rest.map(paragraph),
    "</body></html>",
  ].join("\n");
}

/** Replaces control characters and line separators, which could add headers or lines, and direction overrides. */
function toLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, " ").trim();
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character);
}
