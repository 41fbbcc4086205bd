import ts from "typescript";

/** A piece of text that a person reads. */
export interface Passage {
  readonly kind: "comment" | "title" | "string" | "docs";
  /** One line, without markers such as `*` or code in backticks. */
  readonly text: string;
  /** 1-based line in the file. */
  readonly line: number;
}

/** Comments that are instructions for tools. */
const directive = /^(?:#!|@ts-|@vitest|biome-ignore|oxlint-|eslint-|v8 ignore|<reference)/;

const sql =
  /^\s*(?:\(|WITH|SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|DROP|LOCK|SET|VACUUM|FROM|WHERE|AND|OR|ORDER|GROUP|LIMIT|VALUES|RETURNING|ON CONFLICT|(?:LEFT |LATERAL )?JOIN|COPY|GRANT|REVOKE|TRUNCATE|CASE|EXISTS|NOT EXISTS|LISTEN|UNLISTEN|BEGIN|COMMIT)\b/;

const testFunctions = new Set(["test", "it", "describe"]);

/**
 * The passages of a source file or page, in order.
 *
 * TypeScript and JavaScript have comments, test titles, and strings of at least three words outside of tests; Markdown has prose without
 * code; style sheets have comments; YAML has comments and values.
 */
export function readPassages(file: string, text: string): Passage[] {
  if (/\.(?:ts|tsx|mts|mjs|cjs|js)$/.test(file)) return readSource(file, text);
  if (file.endsWith(".md")) return readMarkdown(text);
  if (file.endsWith(".css")) return readStyleSheet(text);
  if (/\.ya?ml$/.test(file)) return readYaml(text);
  return [];
}

function readSource(file: string, text: string): Passage[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const isTest = /(?:^|\/)tests?\//.test(file);
  const lineOf = (position: number): number => source.getLineAndCharacterOfPosition(position).line + 1;
  const passages = readComments(source, text);
  const add = (kind: Passage["kind"], node: ts.Node, content: string): void => {
    passages.push({ kind, text: clean(content), line: lineOf(node.getStart(source)) });
  };
  const visit = (node: ts.Node): void => {
    const content = literalText(node);
    if (content !== undefined) {
      if (isTitle(node)) add("title", node, content);
      else if (!isTest && isProse(node, content)) add("string", node, content);
    } else if (ts.isJsxText(node) && /\w+\s+\w+/.test(node.text)) {
      add("string", node, node.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return passages.toSorted((a, b) => a.line - b.line);
}

function readComments(source: ts.SourceFile, text: string): Passage[] {
  const ranges = new Map<number, ts.CommentRange>();
  const collect = (node: ts.Node): void => {
    const children = node.getChildren(source);
    if (children.length === 0 && !ts.isJsxText(node)) {
      for (const range of ts.getLeadingCommentRanges(text, node.getFullStart()) ?? []) ranges.set(range.pos, range);
      for (const range of ts.getTrailingCommentRanges(text, node.end) ?? []) ranges.set(range.pos, range);
    }
    for (const child of children) if (!ts.isJSDoc(child)) collect(child);
  };
  collect(source);
  const sorted = [...ranges.values()].toSorted((a, b) => a.pos - b.pos);
  const passages: { text: string; line: number; end: number; isLine: boolean }[] = [];
  for (const range of sorted) {
    const raw = text.slice(range.pos, range.end);
    const isLine = raw.startsWith("//");
    const content = raw.replace(/^\/\*+|\*+\/$|^\/\/+/g, "").replaceAll(/^\s*\*+ ?/gm, "");
    if (directive.test(content.trim())) continue;
    const previous = passages.at(-1);
    // Consecutive line comments are one comment.
    if (isLine && previous?.isLine === true && /^\n?[ \t]*$/.test(text.slice(previous.end, range.pos))) {
      previous.text += ` ${content}`;
      previous.end = range.end;
      continue;
    }
    passages.push({
      text: content,
      line: source.getLineAndCharacterOfPosition(range.pos).line + 1,
      end: range.end,
      isLine,
    });
  }
  return passages.map((each) => ({ kind: "comment", text: clean(each.text), line: each.line }));
}

/** The text of a string or template literal, with `…` for each expression. */
function literalText(node: ts.Node): string | undefined {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  return node.head.text + node.templateSpans.map((span) => `…${span.literal.text}`).join("");
}

function isTitle(node: ts.Node): boolean {
  const call = node.parent;
  if (!ts.isCallExpression(call) || call.arguments[0] !== node) return false;
  let callee: ts.Expression = call.expression;
  while (ts.isCallExpression(callee) || ts.isPropertyAccessExpression(callee)) callee = callee.expression;
  return ts.isIdentifier(callee) && testFunctions.has(callee.text);
}

function isProse(node: ts.Node, content: string): boolean {
  if (ts.isImportDeclaration(node.parent) || ts.isExportDeclaration(node.parent)) return false;
  if (sql.test(content)) return false;
  return /[A-Za-z]+ [a-z…`'"]+[ ,.:;]/.test(content);
}

function readMarkdown(text: string): Passage[] {
  const passages: Passage[] = [];
  let inCode = false;
  for (const [index, line] of text.split("\n").entries()) {
    if (/^\s*(?:```|~~~)/.test(line)) inCode = !inCode;
    else if (!inCode && /[a-z]/.test(line)) passages.push({ kind: "docs", text: cleanMarkdown(line), line: index + 1 });
  }
  return passages;
}

function readStyleSheet(text: string): Passage[] {
  return [...text.matchAll(/\/\*(.*?)\*\//gs)].map((match) => ({
    kind: "comment",
    text: clean(match[1] ?? ""),
    line: text.slice(0, match.index).split("\n").length,
  }));
}

function readYaml(text: string): Passage[] {
  return text.split("\n").flatMap((line, index): Passage[] => {
    const content = line.replace(/^\s*(?:- )?(?:[\w-]+:)?\s*/, "");
    return /[a-z]+ [a-z]+/.test(content) && !/^(?:expr|sum|rate|increase)\b/.test(content)
      ? [{ kind: "docs", text: clean(content.replace(/^# ?/, "")), line: index + 1 }]
      : [];
  });
}

/** Headings keep their `#`, so that rules can skip them. */
function cleanMarkdown(line: string): string {
  return clean(line.replaceAll(/\]\([^)]*\)/g, "]").replaceAll(/<[^>]*>/g, ""));
}

/** Removes code in backticks and addresses, and joins lines. */
function clean(text: string): string {
  return text
    .replaceAll(/`[^`]*`/g, "`…`")
    .replaceAll(/https?:\/\/\S+/g, "…")
    .replaceAll(/\s+/g, " ")
    .trim();
}
