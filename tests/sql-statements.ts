import { globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const root = resolve(fileURLToPath(import.meta.url), "../..");

export interface Statement {
  /** Location, such as `service/keys/store.ts: findKey`. */
  place: string;
  sql: string;
}

/** Returns the condition of `applicationCondition("$1")`. */
function conditionOf(expression: ts.Expression): string | undefined {
  if (!ts.isCallExpression(expression) || expression.expression.getText() !== "applicationCondition") return undefined;
  const [parameter] = expression.arguments;
  if (parameter === undefined || !ts.isStringLiteral(parameter))
    throw new Error("applicationCondition requires a literal");
  return `application_id = ${parameter.text}`;
}

/** Returns the text of a literal, with referenced constants substituted. */
function textOf(node: ts.Node, constants: ReadonlyMap<string, string>): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  const spans = node.templateSpans.map(({ expression, literal }) => {
    const named = ts.isIdentifier(expression) ? constants.get(expression.text) : conditionOf(expression);
    return `${named ?? ""}${literal.text}`;
  });
  return node.head.text + spans.join("");
}

/** Returns the texts of a file's constants by name. */
function readConstants(file: ts.SourceFile): Map<string, string> {
  const constants = new Map<string, string>();
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer !== undefined) {
      const text = textOf(node.initializer, constants);
      if (text !== undefined) constants.set(node.name.text, text);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return constants;
}

/** Returns all SQL statements in string literals of a file. */
export function readStatements(path: string, source: string): Statement[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  const constants = readConstants(file);
  const statements: Statement[] = [];
  const visit = (node: ts.Node, owner: string | null): void => {
    const isNamed = ts.isFunctionDeclaration(node) || ts.isVariableDeclaration(node);
    const name = owner ?? (isNamed ? (node.name?.getText() ?? null) : null);
    const sql = textOf(node, constants)?.replaceAll(/\s+/g, " ");
    if (sql === undefined || !/\b(SELECT|UPDATE|INSERT INTO|DELETE FROM) /.test(sql))
      ts.forEachChild(node, (child) => visit(child, name));
    else statements.push({ place: `${path}: ${name}`, sql });
  };
  visit(file, null);
  return statements;
}

/** Returns all SQL statements of the packages with a database. */
export function readAllStatements(): Statement[] {
  return globSync("packages/{service,webhooks,billing}/src/**/*.ts", { cwd: root }).flatMap((path) =>
    readStatements(path.replace("packages/", "").replace("src/", ""), readFileSync(resolve(root, path), "utf8")),
  );
}
