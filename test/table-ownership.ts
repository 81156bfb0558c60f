import ts from 'typescript';

/** A table that a file reads or writes. */
export interface TableUse {
  table: string;
  writes: boolean;
}

const WRITING =
  /\b(?:INSERT INTO|MERGE INTO|UPDATE(?: ONLY)?|DELETE FROM(?: ONLY)?|TRUNCATE(?: TABLE)?)\s+"?([a-z_]+)/g;
const LISTING =
  /\b(?:FROM|JOIN|USING|REFERENCES)\s+((?:ONLY\s+)?"?[a-z_]+"?(?:\s+(?:AS\s+)?[a-z_]+)?(?:\s*,\s*"?[a-z_]+"?(?:\s+(?:AS\s+)?[a-z_]+)?)*)/g;
/** Functions of `infra/database/records.ts` that generate a statement from a table declaration. */
const RECORDS = /^(?:insert|update|delete|find|list|count)Records?$|^listPage$/;

/** The tables of the product that statements in a TypeScript file read and write; `declared` maps declarations to table names. */
export function tableUses(source: string, declared: ReadonlyMap<string, string>): TableUse[] {
  const names = new Set(declared.values());
  const uses = new Map<string, TableUse>();
  const add = (table: string | undefined, writes: boolean) => {
    if (table !== undefined && names.has(table)) uses.set(`${table} ${writes}`, { table, writes });
  };
  const visit = (node: ts.Node) => {
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) inSql(node.text, add);
    if (ts.isTemplateExpression(node)) {
      inSql([node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join(' ? '), add);
    }
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) {
      const name = node.expression.text;
      const table = node.arguments[1]?.getText();
      if (RECORDS.test(name) && table) add(declared.get(table), /^(insert|update|delete)/.test(name));
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest, true));
  return [...uses.values()];
}

function inSql(sql: string, add: (table: string | undefined, writes: boolean) => void): void {
  const own = new Set(Array.from(sql.matchAll(/\b([a-z_]+) AS (?:(?:NOT )?MATERIALIZED )?\(/g), ([, name]) => name));
  const unlessOwn = (name: string | undefined, writes: boolean) => own.has(name) || add(name, writes);
  for (const [, table] of sql.matchAll(WRITING)) unlessOwn(table, true);
  for (const [, list = ''] of sql.matchAll(LISTING)) {
    for (const item of list.split(',')) unlessOwn(/(?:ONLY\s+)?"?([a-z_]+)/.exec(item.trim())?.[1], false);
  }
}

/** The area of domain/ of a file, else its top-level folder. */
export function ownerOf(file: string): string {
  return /^domain\/([^/]+)\//.exec(file)?.[1] ?? file.split('/')[0] ?? file;
}
