import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { check } from 'recheck';
import { EXCEPTIONS } from './expression-exceptions.ts';
import { type Expression, productionExpressions } from './regular-expressions.ts';

/**
 * `npm run check:expressions`: each regular expression of production code takes time in proportion to its text, or is an exception with
 * the bound of its text. What recheck has found safe is recorded in `linear-expressions.json`, so that the check takes a second; `--write`
 * checks what is new and records it.
 */
const ROOT = fileURLToPath(new URL('..', import.meta.url));
const RECORD = new URL('./linear-expressions.json', import.meta.url);
/** Milliseconds for one expression; the checker is ended then, and the expression counts as unproven. */
const LIMIT_MS = 20_000;

// Its other backends are a native program and one in Java.
process.env['RECHECK_BACKEND'] = 'pure';

const writes = process.argv.includes('--write');
const recorded = new Set<string>(JSON.parse(readFileSync(RECORD, 'utf8')));
const expressions = productionExpressions(ROOT);
const problems: string[] = [];
const linear = new Set<string>();

for (const expression of expressions) {
  if (EXCEPTIONS.some(({ text }) => text === expression.text)) continue;
  if (recorded.has(expression.text)) linear.add(expression.text);
  else if (expression.literal === null) {
    problems.push(`${where(expression)} is made at run time: an exception has to say what bounds it.`);
  } else if (!writes) {
    problems.push(`${where(expression)} is new: npm run check:expressions -- --write`);
  } else {
    const result = await check(expression.literal.source, flagsOf(expression.literal.flags), { timeout: LIMIT_MS });
    if (result.status === 'safe') linear.add(expression.text);
    else problems.push(`${where(expression)} is not proven linear (${summaryOf(result)}).`);
  }
}
for (const { text } of EXCEPTIONS) {
  if (!expressions.some((expression) => expression.text === text)) problems.push(`${text}: an exception without use.`);
}
const isStale = linear.size !== recorded.size || [...recorded].some((text) => !linear.has(text));
if (writes) writeFileSync(RECORD, `${JSON.stringify([...linear].sort(), null, 2)}\n`);
else if (isStale && problems.length === 0) {
  problems.push('linear-expressions.json has expressions without use: npm run check:expressions -- --write');
}

for (const problem of problems) process.stdout.write(`${problem}\n`);
process.exitCode = problems.length === 0 ? 0 : 1;

function where({ text, places }: Expression): string {
  return `${places.join(', ')}: ${text}`;
}

/** recheck does not know `v`; no literal uses what only `v` has. */
function flagsOf(flags: string): string {
  return flags.replace('v', 'u');
}

function summaryOf(result: Awaited<ReturnType<typeof check>>): string {
  if (result.status === 'vulnerable') return `${result.complexity.summary}, for example ${result.attack.pattern}`;
  return result.status === 'unknown' ? result.error.kind : result.status;
}
