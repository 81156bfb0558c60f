import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';

/**
 * Holds code and documentation to the field's words: home-made ones that an earlier vocabulary had, each with the usual term instead.
 * Identifiers, comments and pages are read; texts for people (strings) are not, since "tell" is an ordinary word there.
 */
interface Word {
  /** A part of an identifier, as camelCase or snake_case divides it; in lower case. */
  identifier?: RegExp;
  /** In comments and pages. */
  prose?: RegExp;
  instead: string;
}

const WORDS: Word[] = [
  {
    identifier: /^(told|tell|tells)$/,
    prose: /\b(told|tells?|telling)\b/,
    instead: 'event, payload; returns, reports, shows',
  },
  { identifier: /^(fold|folds|folded)$/, prose: /\bfold(s|ed|ing)?\b/, instead: 'roll up, rollup' },
  { identifier: /^rehears/, prose: /\brehears/, instead: 'simulate' },
  { identifier: /^surrender/, prose: /\bsurrender/, instead: 'failure pattern' },
  { identifier: /^lineage$/, prose: /\blineage\b/, instead: 'family (of rotated keys)' },
  { identifier: /^(announce|announced|announces)$/, prose: /\bannounce(s|d)?\b/, instead: 'emit a change event' },
  { identifier: /^(notice|notices)$/, prose: /\bchange notices?\b/, instead: 'change event' },
  { identifier: /^endings?$/, prose: /\bendings?\b/, instead: 'outcome' },
  { identifier: /^grounded$/, instead: 'the record or passage that a prompt refers to' },
  { prose: /\b(takes?|took|taken) (\w+ )?up\b/, instead: 'retry, claim, resume' },
  { prose: /\b(carry|carries|carried|carrying) (\w+ )?out\b/, instead: 'apply, run, execute' },
];

/** Compound identifiers that no single part gives away. */
const COMPOUNDS =
  /^(carryOut|takeUp\w*|inTurns|withTurns|createTurns|keepFew|lookAfter\w*|giveBack|giveUp\w*|GaveUp|OutOfTime|LastStatement|useMay|useSight|Entrance)$/;

/** What stands elsewhere by that name: recorded histories, columns, released fields. A file, an identifier, the reason. */
const NAMES_THAT_STAY: { file: RegExp; identifier: string; reason: string }[] = [
  {
    file: /^(workflows|domain|test|activities|worker)\//,
    identifier: 'ending',
    reason: 'the field of arguments in recorded histories',
  },
  { file: /^(domain|infra|test)\//, identifier: 'lineage_id', reason: 'a column' },
  { file: /^domain\/[^/]+\/table\.ts$/, identifier: 'folded', reason: 'a column' },
  { file: /^(activities|workflows)\//, identifier: 'rehearseAgentStep', reason: 'an activity in recorded histories' },
  { file: /^api\/gtm-schedule\//, identifier: 'foldLines', reason: "a library's function; RFC 5545 calls it folding" },
];

const CODE = globSync(
  '{api,domain,workflows,activities,worker,infra,sandbox,test,tools,console/src}/**/*.{ts,tsx}',
).filter((file) => !/node_modules|api\/generated\/|^test\/check-words\.ts$|\.d\.ts$/.test(file));
const PAGES = globSync('{*.md,docs/**/*.md,.github/**/*.md}');

const found = [...CODE.flatMap(inCode), ...PAGES.flatMap(inPage)];
process.stdout.write(found.map((line) => `${line}\n`).join(''));
process.exitCode = found.length > 0 || CODE.length === 0 || PAGES.length === 0 ? 1 : 0;

function inCode(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const lineOf = (position: number) => source.getLineAndCharacterOfPosition(position).line + 1;
  const lines: string[] = [];
  const comments = new Map<number, string>();
  const visit = (node: ts.Node) => {
    if (ts.isIdentifier(node)) {
      const instead = insteadOf(file, node.text);
      if (instead) lines.push(`${file}:${lineOf(node.getStart(source))} ${node.text}: ${instead}`);
    }
    for (const range of ts.getLeadingCommentRanges(text, node.pos) ?? [])
      comments.set(range.pos, text.slice(range.pos, range.end));
    for (const range of ts.getTrailingCommentRanges(text, node.end) ?? [])
      comments.set(range.pos, text.slice(range.pos, range.end));
    for (const child of node.getChildren(source)) visit(child);
  };
  visit(source);
  for (const [position, comment] of comments)
    comment.split('\n').forEach((line, index) => {
      lines.push(...inProse(line).map((problem) => `${file}:${lineOf(position) + index} ${problem}`));
    });
  return lines;
}

function insteadOf(file: string, identifier: string): string | undefined {
  if (NAMES_THAT_STAY.some((name) => name.identifier === identifier && name.file.test(file))) return undefined;
  if (COMPOUNDS.test(identifier)) return 'the usual term';
  const parts = identifier.split(/_|(?<=[a-z0-9])(?=[A-Z])/).map((part) => part.toLowerCase());
  return WORDS.find((word) => parts.some((part) => word.identifier?.test(part)))?.instead;
}

function inPage(file: string): string[] {
  let isCode = false;
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line, index) => {
      if (line.trimStart().startsWith('```')) isCode = !isCode;
      return isCode ? [] : inProse(line).map((problem) => `${file}:${index + 1} ${problem}`);
    });
}

function inProse(line: string): string[] {
  return WORDS.flatMap(({ prose, instead }) => {
    const [match] = prose?.exec(line.toLowerCase()) ?? [];
    return match === undefined ? [] : [`"${match}": ${instead}`];
  });
}
