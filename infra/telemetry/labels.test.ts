import { globSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { firstGroups, readProjectFile } from '../../test/environment/repository.ts';
import { ROOT } from '../deploy/programs.ts';

/** Labels whose values nobody can count beforehand; each would be a series of its own for good. */
const ENDLESS = /partner|user|key|client|path|url|address|email|text|message|error|_id$|^id$/;

/** Those that have few values all the same, and why. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  partner: 'Only partners with unbilled use, of 10,000 records at most: who is to be looked at.',
};

test('the labels of metrics have few values: no partner, address, id or text', () => {
  const files = globSync('{api,infra,worker}/**/*.ts', { cwd: ROOT }).filter((file) => !file.endsWith('.test.ts'));
  const labels = files.flatMap((file) =>
    firstGroups(readProjectFile(file), /labelNames: \[([^\]]*)\]/g).flatMap((names) =>
      firstGroups(names, /'(\w+)'/g).map((name) => ({ file, name })),
    ),
  );
  expect(labels.length).toBeGreaterThan(15);
  expect(labels.filter(({ name }) => ENDLESS.test(name) && !(name in EXCEPTIONS))).toEqual([]);
});
