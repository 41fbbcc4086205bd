/**
 * Finds the first member name that occurs twice in an object, or that is `__proto__`. JSON.parse silently keeps the last duplicate,
 * but a proxy may have used the first.
 *
 * @param text valid JSON.
 */
export function findDuplicateMember(text: string): string | undefined {
  const open: (Set<string> | null)[] = [];
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === "{") open.push(new Set());
    else if (character === "[") open.push(null);
    else if (character === "}" || character === "]") open.pop();
    else if (character === '"') {
      const end = endOfString(text, at);
      const members = open.at(-1);
      if (members && nextVisible(text, end + 1) === ":") {
        const written = text.slice(at + 1, end);
        const name = written.includes("\\") ? String(JSON.parse(`"${written}"`)) : written;
        if (name === "__proto__" || members.has(name)) return name;
        members.add(name);
      }
      at = end;
    }
  }
  return undefined;
}

function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
  return at;
}

function nextVisible(text: string, from: number): string | undefined {
  let at = from;
  while (text[at] === " " || text[at] === "\n" || text[at] === "\r" || text[at] === "\t") at++;
  return text[at];
}
