import { expect, test } from '@jest/globals';
import { cpuTimeOf } from '../../test/environment/cpu-time.ts';
import { inventedFigures } from '../capabilities/step-kinds/answers.ts';
import { officialServiceName } from '../case-studies/generation-question.ts';
import { bareWord } from '../kernel/words.ts';
import { inertLine } from './citations.ts';
import { cutPassages } from './cut-passages.ts';
import { tokensOf } from './tokens.ts';

const LENGTH = 100_000;
/** Milliseconds; on an idle core none takes 20. */
const LIMIT_MS = 150;

test.each<[string, () => unknown]>([
  ['brackets in one another', () => inertLine('[1'.repeat(LENGTH) + ']'.repeat(LENGTH), 600)],
  ['links in one another', () => inertLine(`${'['.repeat(LENGTH)}${'](a)'.repeat(LENGTH)}`, 600)],
  ['marks in a row', () => inertLine('- '.repeat(LENGTH), 600)],
  ['tags in one another', () => inertLine('<a'.repeat(LENGTH), 600)],
  ['a word of punctuation', () => bareWord(`a${'!'.repeat(LENGTH)}b${'!'.repeat(LENGTH)}`)],
  ['a figure of zeros', () => inventedFigures(`1.${'0'.repeat(LENGTH)}1`, '')],
  ['versions of a thousand parts', () => [...tokensOf(`${'1.'.repeat(999)} `.repeat(LENGTH / 2_000))]],
  ['a service of spaces', () => officialServiceName(`a${' '.repeat(LENGTH)}b`)],
  ['a service of parentheses', () => officialServiceName('('.repeat(LENGTH))],
])('%s take linear time', async (_what, work) => {
  expect(await cpuTimeOf(work, LIMIT_MS / 3)).toBeLessThan(LIMIT_MS);
});

test.each([
  ['[1[1]]', '[1]'.repeat(3)],
  ['javascript', `java${'[1'.repeat(15)}${']'.repeat(15)}script:alert(1)`],
  ['<b>', `${'<'.repeat(20)}b${'>'.repeat(20)} x`],
])('nothing active is left of %s', (_what, text) => {
  expect(inertLine(text, 600)).not.toMatch(/\[\d|<\w|javascript:/);
});

test('a word has no punctuation around it', () => {
  expect(['"a-b",', '...', '(𝒳)!', 'x'].map(bareWord)).toEqual(['a-b', '', '𝒳', 'x']);
});

test.each([
  ['one paragraph', 'Words that say little. '.repeat(100_000)],
  ['one word', 'a'.repeat(2_000_000)],
  ['many paragraphs', 'a\n\n'.repeat(600_000)],
])('a document of %s is cut while other work goes on', async (_what, text) => {
  let longestMs = 0;
  let turnAt = process.threadCpuUsage();
  const timer = setInterval(() => {
    const { user, system } = process.threadCpuUsage(turnAt);
    longestMs = Math.max(longestMs, (user + system) / 1000);
    turnAt = process.threadCpuUsage();
  });
  const passages = await cutPassages([{ title: 't', text }]);
  clearInterval(timer);
  expect(passages.every((passage) => passage.text.length <= 1_200)).toBe(true);
  expect(passages.reduce((sum, passage) => sum + passage.text.replace(/\s/g, '').length, 0)).toBe(
    text.replace(/\s/g, '').length,
  );
  // Of processor time: others may use the core meanwhile. Without slices it takes a second and more.
  expect(longestMs).toBeLessThan(250);
});
