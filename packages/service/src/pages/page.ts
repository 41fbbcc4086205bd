/** Escapes text for HTML. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Escapes text for HTML and renders its `code` spans. */
export function markCode(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, "<code>$1</code>");
}

/** Renders a page with the header. `body` is HTML. */
export function renderPage(title: string, body: string): string {
  return renderDocument(title, `<main>\n${body}\n</main>`);
}

/** Renders a page with the header and an index next to the content. `index` and `body` are HTML. */
export function renderIndexedPage(title: string, { index, body }: { index: string; body: string }): string {
  return renderDocument(
    title,
    `<div class="columns">\n<aside class="index">\n${index}\n</aside>\n<main>\n${body}\n</main>\n</div>`,
  );
}

function renderDocument(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} · Wayfare</title>
<link rel="stylesheet" href="/assets/page.css">
<script src="/assets/page.js"></script>
</head>
<body>
<header><a href="/">Wayfare</a> <nav><a href="/">Portal</a> <a href="/docs">API reference</a> <a href="/errors">Errors</a></nav></header>
${content}
</body>
</html>
`;
}
