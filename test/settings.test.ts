import { globSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { LIMITS } from '../domain/kernel/limits.ts';
import { ROOT } from '../infra/deploy/programs.ts';
import { firstGroups, readProjectFile } from './environment/repository.ts';

/** Variables that the system sets, not the operator. */
const OF_THE_SYSTEM = ['PATH'];

test('each setting stands in a table of docs/operations.md, or in the guide that has its subject', () => {
  const files = globSync('infra/config/*.ts', { cwd: ROOT }).filter((file) => !file.endsWith('.test.ts'));
  const settings = files.flatMap((file) =>
    firstGroups(readProjectFile(file), /^ +([A-Z][A-Z0-9]*_[A-Z0-9_]+|[A-Z]{3,}): /gm),
  );
  const retentions = globSync('domain/**/table.ts', { cwd: ROOT }).flatMap((file) =>
    firstGroups(readProjectFile(file), /setting: '(\w+)'/g),
  );
  const limits = Object.keys(LIMITS).map((name) => `LIMIT_${name.toUpperCase()}`);
  const guides = globSync('docs/*.md', { cwd: ROOT }).map(readProjectFile).join('\n');
  const documented = new Set(firstGroups(guides, /`([A-Z][A-Z0-9_]+)[`=]/g));
  expect(settings.length).toBeGreaterThan(100);
  expect(
    [...new Set([...settings, ...retentions, ...limits])].filter(
      (name) => !documented.has(name) && !OF_THE_SYSTEM.includes(name),
    ),
  ).toEqual([]);
});
