import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { MUTATIONS } from './mutations.ts';

test.each(MUTATIONS)('$name can be left out of $file', ({ file, find, replace = '', spoken }) => {
  expect(readFileSync(file, 'utf8').split(find)).toHaveLength(2);
  expect(replace).not.toBe(find);
  const tests = Object.keys(spoken).filter((gate) => gate.endsWith('.test.ts'));
  expect(tests.filter((gate) => !existsSync(gate))).toEqual([]);
});
