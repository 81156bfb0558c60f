import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import type { Actor } from '../../domain/kernel/call.ts';
import { CATALOGUE } from './catalogue/product.ts';
import { toolPages } from './handlers/tools.ts';
import { ALL } from './toolsets.ts';

/** A token is about this many characters. */
const CHARACTERS_PER_TOKEN = 4;
/** Numbers of the guide may differ by so much from what a release has. */
const TOLERANCE = 0.05;

const guide = readFileSync(new URL('../../docs/mcp.md', import.meta.url), 'utf8');
const OWNER: Actor = { kind: 'user', partnerId: 1, userId: 1, role: 'owner', scopedCapabilities: null };

function sizeOf(toolset: string): { tools: number; tokens: number } {
  const selection = { sets: [toolset], readOnly: false };
  const listed = toolPages(CATALOGUE)({ actor: OWNER, selection, version: 'modern' }).flatMap(({ tools }) => tools);
  return { tools: listed.length, tokens: JSON.stringify(listed).length / CHARACTERS_PER_TOKEN };
}

const number = (text = '') => Number(text.replaceAll(',', ''));
const written = (count: number) => count.toLocaleString('en-US');

test('docs/mcp.md has a row for each toolset, with the number of its tools and about that of their tokens', () => {
  const rows = [...guide.matchAll(/^\| `([a-z-]+)` +\| +(\d+) +\| +([\d,]+) +\|$/gm)];
  const given = new Map(
    rows.map(([, name = '', tools, tokens]) => [name, { tools: number(tools), tokens: number(tokens) }]),
  );
  const missing = [...CATALOGUE.toolsets.keys()].flatMap((name) => {
    const { tools, tokens } = sizeOf(name);
    const row = given.get(name);
    if (row?.tools === tools && isAbout(row.tokens, tokens, 50)) return [];
    return [`| \`${name}\` | ${tools} | ${written(Math.round(tokens / 100) * 100)} |`];
  });
  expect(missing).toEqual([]);
  expect([...given.keys()].filter((name) => !CATALOGUE.toolsets.has(name))).toEqual([]);
});

test('docs/mcp.md says how many tools and tokens there are in all', () => {
  const [, tools, tokens] = /The ([\d,]+) tools are with their schemas about ([\d,]+) tokens/.exec(guide) ?? [];
  const size = sizeOf(ALL);
  const said = isAbout(number(tokens), size.tokens) ? tokens : written(Math.round(size.tokens));
  expect(`The ${tools} tools, about ${tokens} tokens`).toBe(`The ${written(size.tools)} tools, about ${said} tokens`);
});

/** `rounding`: half of the step that the given number is rounded to. */
function isAbout(given: number, measured: number, rounding = 0): boolean {
  return Math.abs(given - measured) <= measured * TOLERANCE + rounding;
}
