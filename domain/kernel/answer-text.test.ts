import { expect, test } from '@jest/globals';
import { answerText } from './answer-text.ts';

test.each([
  ['\u200b \u2060\n', ''],
  ['  ', ''],
  [' A post.\n', ' A post.\n'],
  ['👩‍💻', '👩‍💻'],
])('of the answer %j is %j', (text, read) => {
  expect(answerText().parse(text)).toBe(read);
});
