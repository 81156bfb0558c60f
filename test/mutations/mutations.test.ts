import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { withFolder } from '../environment/folder.ts';
import { copyRepository } from './copy.ts';
import { MUTATIONS } from './mutations.ts';

test.each(MUTATIONS)('$name can be left out of $file', ({ file, find, replace = '', spoken }) => {
  expect(readFileSync(file, 'utf8').split(find)).toHaveLength(2);
  expect(replace).not.toBe(find);
  const tests = Object.keys(spoken).filter((gate) => gate.endsWith('.test.ts'));
  expect(tests.filter((gate) => !existsSync(gate))).toEqual([]);
});

test('the copy has what the type check of the whole needs beyond the files under version control', () =>
  withFolder(async (copy) => {
    await copyRepository(copy);
    const client = path.join(copy, 'console/src/api/generated/client/types.gen.ts');
    expect(existsSync(client)).toBe(true);
  }));
