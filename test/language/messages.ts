import { globSync, readFileSync } from 'node:fs';
import { parseSync } from '@swc/core';

/** A message in the code, with `{}` for each value, and its file. */
export interface Message {
  text: string;
  file: string;
}

/** Position of the texts among the arguments of what makes an error. */
const MAKERS = new Map<string, readonly number[]>(
  Object.entries({
    AppError: [1, 2],
    conflict: [0],
    gone: [0],
    invalid: [0, 1],
    preconditionFailed: [0, 1],
    problem: [1],
    add: [1],
    max: [1],
    min: [1],
    refine: [1],
    regex: [1],
    string: [0],
    int: [0],
    array: [1],
    enum: [1],
    boolean: [0],
    addIssue: [0],
    failureSentences: [0, 1],
    DocumentError: [0],
    ImageError: [0],
    RuleProblem: [0],
    UnreadableProperty: [1],
    problemAt: [1],
  }),
);
/** Properties that hold such a text. */
const PROPERTIES = new Set(['error', 'message', 'notes', 'observed', 'fix']);

/** A sentence for people: a capital first, a point last. */
const SENTENCE = /^(?:[A-Z"]|\{\})[\s\S]*[.?]$/;

/** The messages that the files' errors, problems and findings are made of. */
export function messagesIn(patterns: readonly string[]): Message[] {
  const files = globSync([...patterns]).filter((file) => !file.endsWith('.test.ts'));
  return files.flatMap((file) => {
    const found = new Set<string>();
    visit(parseSync(readFileSync(file, 'utf8'), { syntax: 'typescript', target: 'es2022' }), found);
    return [...found].filter((text) => SENTENCE.test(text)).map((text) => ({ text, file }));
  });
}

interface Node {
  type?: string;
  [field: string]: unknown;
}

function visit(node: unknown, found: Set<string>): void {
  if (Array.isArray(node)) {
    for (const part of node) visit(part, found);
    return;
  }
  if (typeof node !== 'object' || node === null) return;
  const { type, ...fields } = node as Node;
  if (type === 'CallExpression' || type === 'NewExpression') {
    const places = MAKERS.get(nameOf(fields['callee'] as Node)) ?? [];
    const given = (fields['arguments'] ?? []) as { expression: Node }[];
    for (const place of places) collect(given[place]?.expression, found);
  }
  if (type === 'KeyValueProperty' && PROPERTIES.has(String((fields['key'] as Node)['value'])))
    collect(fields['value'] as Node, found);
  for (const value of Object.values(fields)) visit(value, found);
}

function nameOf(callee: Node | undefined): string {
  if (callee?.type === 'Identifier') return String(callee['value']);
  return callee?.type === 'MemberExpression' ? String((callee['property'] as Node)['value']) : '';
}

/** The texts that an expression can be. */
function collect(node: Node | undefined, found: Set<string>): void {
  for (const text of textsOf(node)) found.add(text);
}

function textsOf(node: Node | undefined): string[] {
  switch (node?.type) {
    case 'StringLiteral':
      return [String(node['value'])];
    case 'TemplateLiteral':
      return [(node['quasis'] as Node[]).map((part) => String(part['cooked'])).join('{}')];
    case 'ConditionalExpression':
      return [...textsOf(node['consequent'] as Node), ...textsOf(node['alternate'] as Node)];
    case 'ParenthesisExpression':
      return textsOf(node['expression'] as Node);
    case 'BinaryExpression':
      if (node['operator'] === '??') return [...textsOf(node['left'] as Node), ...textsOf(node['right'] as Node)];
      return textsOf(node['left'] as Node).flatMap((left) =>
        textsOf(node['right'] as Node).map((right) => left + right),
      );
    case 'ArrayExpression':
      return (node['elements'] as ({ expression: Node } | null)[]).flatMap((each) => textsOf(each?.expression));
    case 'ObjectExpression':
      return (node['properties'] as Node[]).flatMap((each) => textsOf(each['value'] as Node | undefined));
    case 'ArrowFunctionExpression':
      return textsOf(node['body'] as Node);
    default:
      return [];
  }
}
