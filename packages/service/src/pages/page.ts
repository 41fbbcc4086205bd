/** Text as it may stand in HTML. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Text in which `code` is marked by backticks, as HTML. */
export function markCode(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, "<code>$1</code>");
}

/** A plain page of ours; `body` is HTML. */
export function renderPage(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} · Wayfare</title>
<link rel="stylesheet" href="/assets/page.css">
</head>
<body>
<header><a href="/">Wayfare</a> <nav><a href="/docs">API reference</a> <a href="/errors">Errors</a></nav></header>
<main>
${body}
</main>
</body>
</html>
`;
}
