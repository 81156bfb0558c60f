import { expect, test } from '@jest/globals';
import { visibleText } from './reply.ts';

const AGENT = {
  agent: { blocking: ['agent.banned_phrase'], banned_phrases: [`${'very '.repeat(39)}new`] },
  allowed: { partnerId: 1, terms: [] },
};
const clean = 'A plain word or two. '.repeat(40);

test('a reply is shown up to a word boundary some way before its end', async () => {
  expect(await visibleText(AGENT, clean.slice(0, 300))).toBe('');
  const shown = (await visibleText(AGENT, clean)) ?? '';
  expect(clean.startsWith(`${shown} `)).toBe(true);
  expect(shown.length).toBeGreaterThan(clean.length - 320);
  expect(await visibleText(AGENT, `\n ${clean}`)).toBe(shown);
  expect(await visibleText(AGENT, `\`\`\`markdown\n${clean}`)).toBe('');
});

test.each([
  'jane.doe@example.com',
  '+44 20 7946 0958',
  'DE89 3704 0044 0532 0130 00',
  '4111 1111 1111 1111',
  `${'very '.repeat(39)}new`,
  `eyJ${'hbGciOiJIUzI1NiJ9'.repeat(3)}.eyJ${'zdWIiOiIxMjM0NTY3ODkwIn0'.repeat(30)}.${'SflKxwRJSMeKKF2QT4fw'.repeat(3)}`,
])('no part of %s is ever shown, however the reply is split into pieces', async (forbidden) => {
  const lead = clean.slice(0, clean.length / 2);
  const reply = `${lead}Here it is: ${forbidden} ${clean}`;
  let shown = '';
  let isWithheld = false;
  for (let length = 1; length <= reply.length && !isWithheld; length += 1) {
    const next = await visibleText(AGENT, reply.slice(0, length));
    isWithheld = next === null;
    shown = next ?? shown;
  }
  expect(isWithheld).toBe(true);
  expect(shown).not.toBe('');
  expect(`${lead}Here it is:`.startsWith(shown)).toBe(true);
});
