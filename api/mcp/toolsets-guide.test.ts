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

test('the guide has all toolsets, with the number of their tools and about that of their tokens', () => {
  const rows = [...guide.matchAll(/^\| `([a-z-]+)` +\| +(\d+) +\| +([\d,]+) +\|$/gm)];
  expect(rows.map(([, name]) => name).sort()).toEqual([...CATALOGUE.toolsets.keys()].sort());
  for (const [, name = '', tools, tokens] of rows) {
    const size = sizeOf(name);
    expect({ name, tools: number(tools) }).toEqual({ name, tools: size.tools });
    expect({ name, isAbout: isAbout(number(tokens), size.tokens, 50) }).toEqual({ name, isAbout: true });
  }
});

test('the guide says how many tools and tokens there are in all', () => {
  const [, tools, tokens] = /The ([\d,]+) tools are with their schemas about ([\d,]+) tokens/.exec(guide) ?? [];
  const size = sizeOf(ALL);
  expect(number(tools)).toBe(size.tools);
  expect(isAbout(number(tokens), size.tokens)).toBe(true);
});

/** `rounding`: half of the step that the given number is rounded to. */
function isAbout(given: number, measured: number, rounding = 0): boolean {
  return Math.abs(given - measured) <= measured * TOLERANCE + rounding;
}
