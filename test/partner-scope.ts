import ts from 'typescript';

/** A statement that reads or writes a table of partners' rows without saying whose. */
export interface Unscoped {
  /** The function or constant that it stands in. */
  place: string;
  table: string;
}

/** Says whose rows: a comparison of the partner, its column in an INSERT, or a join by it. */
const BY_PARTNER =
  /partner_id\s*(?:=|IN\b|IS NOT DISTINCT)|(?:=|FROM)\s*\w*\.?partner_id|INSERT INTO \w+ (?:AS \w+ )?\([^)]*\bpartner_id\b|USING \([^)]*partner_id|\(\w*\.?partner_id\b[^)]*\)\s*(?:=|IN)/;
/** Columns that name a row, or the rows of one record: by an id, whose owner the operation's `target` checks, or by a secret. */
const KEY_COLUMNS = (
  'id execution_id case_study_id endpoint_id session_id job_id batch_id challenge_id generation_id knowledge_base_id invoice_id user_id number ' +
  'row_key token claim_token lease_token drain_token token_hash key_hash'
).split(' ');
const BY_KEY = new RegExp(`\\b(?:${KEY_COLUMNS.join('|')})\\s*(?:=\\s*(?:ANY\\()?\\$|IN \\(\\$)`);
const TABLE = /\b(?:FROM|JOIN|UPDATE|INTO|USING)\s+(?:ONLY\s+)?"?([a-z_]+)/g;
/** Functions of `infra/database/records.ts` with a condition; the owner of an inserted row is a column that is never null. */
const WITH_CONDITION = /^(?:(?:update|delete|find|list|count)Records?|listPage)$/;
const KEYS = new Set(['partner_id', ...KEY_COLUMNS]);

/**
 * The statements of a TypeScript file that touch rows of partners and are not limited to one of them. `declared` maps the
 * variables of tables to their names, for the tables with a partner.
 */
export function unscoped(source: string, declared: ReadonlyMap<string, string>): Unscoped[] {
  const file = ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest, true);
  const definitions = definitionsIn(file);
  const names = new Set(declared.values());
  const found: Unscoped[] = [];
  const judge = (node: ts.Node, text: string): void => {
    const isScoped = BY_PARTNER.test(text) || BY_KEY.test(text);
    const tables = new Set(Array.from(text.matchAll(TABLE), ([, table = '']) => table));
    for (const table of tables) if (names.has(table) && !isScoped) found.push({ place: placeOf(node), table });
  };
  const visit = (node: ts.Node): void => {
    const text = sqlIn(node, definitions);
    if (text !== undefined) {
      if (!isPart(node, file)) judge(node, text);
      return;
    }
    const list = pagedListIn(node);
    if (list) {
      judge(node, pagedStatement(list, definitions));
      for (const part of list.properties) if (!PARTS_OF_PAGES.has(part.name?.getText() ?? '')) visit(part);
      return;
    }
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && WITH_CONDITION.test(node.expression.text)) {
      const table = declared.get(node.arguments[1]?.getText() ?? '');
      const condition = conditionIn(node);
      if (table !== undefined && !(condition && namesKey(condition))) found.push({ place: placeOf(node), table });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** Properties of a list in SQL that `selectPage` (`domain/kernel/page.ts`) makes its statements of. */
const PARTS_OF_PAGES = new Set(['select', 'from', 'where', 'wrap']);

/** The list that a call of `selectPage` reads; undefined for other nodes. */
function pagedListIn(node: ts.Node): ts.ObjectLiteralExpression | undefined {
  if (!ts.isCallExpression(node) || node.expression.getText() !== 'selectPage') return undefined;
  const list = node.arguments[1];
  return list && ts.isObjectLiteralExpression(list) ? list : undefined;
}

/** The statement of a paged list. */
function pagedStatement(list: ts.ObjectLiteralExpression, definitions: ReadonlyMap<string, ts.Node>): string {
  const textOf = (name: string) => {
    const part = list.properties.find((property) => property.name?.getText() === name);
    if (!part) return '';
    return textsIn(ts.isPropertyAssignment(part) ? part.initializer : (part.name ?? part), definitions, new Set());
  };
  return `SELECT ${textOf('select')} FROM ${textOf('from')} WHERE ${textOf('where')} ${textOf('wrap')}`;
}

/** Constants, variables and functions of a file by name, whose texts templates put in. */
function definitionsIn(file: ts.SourceFile): ReadonlyMap<string, ts.Node> {
  const definitions = new Map<string, ts.Node>();
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionDeclaration(node) && node.name && node.body) definitions.set(node.name.text, node.body);
    if (ts.isVariableDeclaration(node) && node.initializer) {
      const names = ts.isIdentifier(node.name)
        ? [node.name]
        : node.name.elements.flatMap((one) => ('name' in one ? one.name : []));
      for (const name of names) definitions.set(name.getText(), node.initializer);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return definitions;
}

/** The text of a literal or template, with what the file puts into it; undefined for other nodes. */
function sqlIn(node: ts.Node, definitions: ReadonlyMap<string, ts.Node>): string | undefined {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  return ts.isTemplateExpression(node) ? textsIn(node, definitions, new Set()) : undefined;
}

/** All texts of a node, and of what it names in the file, in their order. */
function textsIn(node: ts.Node, definitions: ReadonlyMap<string, ts.Node>, seen: Set<ts.Node>): string {
  if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node))
    return node.text;
  const definition = ts.isIdentifier(node) ? definitions.get(node.text) : undefined;
  if (definition && !seen.has(definition)) {
    seen.add(definition);
    return textsIn(definition, definitions, seen);
  }
  const parts: string[] = [];
  ts.forEachChild(node, (child) => void parts.push(textsIn(child, definitions, seen)));
  return parts.join(ts.isTemplateExpression(node) || ts.isTemplateSpan(node) ? '' : ' ');
}

/** Whether a text is a part of others in its file: a constant that templates put in. */
function isPart(node: ts.Node, file: ts.SourceFile): boolean {
  const name = ts.findAncestor(node, ts.isVariableDeclaration)?.name.getText() ?? '';
  return /^[A-Z_]+$/.test(name) && file.text.includes(`\${${name}}`);
}

/** The condition of a call; of a paged list its `where`, since the key by which it is sorted limits nothing. */
function conditionIn({ expression, arguments: [, , given] }: ts.CallExpression): ts.Expression | undefined {
  if (expression.getText() !== 'listPage') return given;
  if (!given || !ts.isObjectLiteralExpression(given)) return undefined;
  const where = given.properties.find((property) => property.name?.getText() === 'where');
  if (!where) return undefined;
  return ts.isPropertyAssignment(where) ? where.initializer : (where.name as ts.Identifier);
}

/** Whether a condition names the partner or a key: as an object, or as a variable of the same function. */
function namesKey(condition: ts.Expression): boolean {
  let hasKey = false;
  const visit = (node: ts.Node): void => {
    if ((ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node)) && KEYS.has(node.name.getText())) {
      hasKey = true;
    }
    ts.forEachChild(node, visit);
  };
  visit(condition);
  if (hasKey || !ts.isIdentifier(condition)) return hasKey;
  const name = condition.text;
  const scope = ts.findAncestor(condition, ts.isFunctionLike);
  const look = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && node.name.getText() === name && node.initializer) visit(node.initializer);
    ts.forEachChild(node, look);
  };
  if (scope) look(scope);
  return hasKey;
}

/** The outermost named declaration around a node. */
function placeOf(node: ts.Node): string {
  let place = '';
  for (let at: ts.Node | undefined = node; at; at = at.parent) {
    if ((ts.isFunctionDeclaration(at) || ts.isVariableDeclaration(at)) && at.name) place = at.name.getText();
  }
  return place;
}
