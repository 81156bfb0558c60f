import { expect, test } from '@jest/globals';
import { expressionsIn } from './regular-expressions.ts';

test('literals and expressions that are made at run time are found, with their lines', () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the code of a template
  const code = "const a = /x\\/y/gi;\nnew RegExp('a+', 'u');\nRegExp(`${a}+`);\n'/no/' + a / b / c;";
  expect(expressionsIn('a.ts', code)).toEqual([
    { text: '/x\\/y/gi', literal: { source: 'x\\/y', flags: 'gi' }, places: ['a.ts:1'] },
    { text: '/a+/u', literal: { source: 'a+', flags: 'u' }, places: ['a.ts:2'] },
    // biome-ignore lint/suspicious/noTemplateCurlyInString: as above
    { text: 'RegExp(`${a}+`)', literal: null, places: ['a.ts:3'] },
  ]);
});
