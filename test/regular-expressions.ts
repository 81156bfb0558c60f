import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';

/** Code that reads what strangers write. */
const PRODUCTION = '{api,domain,infra,worker,activities,workflows,console/src}/**/*.{ts,tsx}';
const LEFT_OUT = /\.test\.tsx?$|\/generated\//;

/** A regular expression in the code. */
export interface Expression {
  /** As a literal; of an expression that is made at run time, the arguments as the code has them. */
  text: string;
  /** Pattern and flags; null where it is made at run time. */
  literal: { source: string; flags: string } | null;
  /** Files with it, and their lines. */
  places: string[];
}

/** All regular expressions of production code, literals and `RegExp(…)`, each once. */
export function productionExpressions(root: string): Expression[] {
  const files = globSync(PRODUCTION, { cwd: root }).filter((file) => !LEFT_OUT.test(file));
  return mergeExpressions(files.sort().flatMap((file) => expressionsIn(file, readFileSync(`${root}/${file}`, 'utf8'))));
}

/** The regular expressions of one file. */
export function expressionsIn(file: string, code: string): Expression[] {
  const source = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true);
  const found: Expression[] = [];
  const visit = (node: ts.Node): void => {
    const place = () => `${file}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
    if (ts.isRegularExpressionLiteral(node)) {
      found.push({ text: node.text, literal: partsOf(node.text), places: [place()] });
    } else if ((ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText() === 'RegExp') {
      const given = node.arguments ?? [];
      const texts = given.flatMap((each) => (ts.isStringLiteralLike(each) ? [each.text] : []));
      const [pattern = '', flags = ''] = texts;
      const literal = texts.length === given.length ? { source: pattern, flags } : null;
      const text = literal ? `/${pattern}/${flags}` : `RegExp(${given.map((each) => each.getText()).join(', ')})`;
      found.push({ text, literal, places: [place()] });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function partsOf(literal: string): { source: string; flags: string } {
  const end = literal.lastIndexOf('/');
  return { source: literal.slice(1, end), flags: literal.slice(end + 1) };
}

function mergeExpressions(all: readonly Expression[]): Expression[] {
  const byText = new Map<string, Expression>();
  for (const each of all) {
    const known = byText.get(each.text);
    if (known) known.places.push(...each.places);
    else byText.set(each.text, { ...each, places: [...each.places] });
  }
  return [...byText.values()];
}
