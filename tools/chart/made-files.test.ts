import { globSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { SECRETS } from '../../infra/config/environment.ts';
import { ROOT } from '../../infra/deploy/programs.ts';
import { readProjectFile } from '../../test/environment/repository.ts';
import { madeFiles } from './copies.ts';
import { plainSettings } from './schema.ts';

test.each(Object.keys(madeFiles()))(
  '%s of the chart is what it is made from; `npm run chart -- --write` writes it',
  (file) => {
    expect(readProjectFile(`deploy/chart/${file}`)).toBe(madeFiles()[file]);
  },
);

test('operators may set what is documented, beside what the chart sets', () => {
  const documented = globSync('docs/*.md', { cwd: ROOT }).map(readProjectFile).join();
  const names = plainSettings();
  expect(names).toEqual(expect.arrayContaining(['LOG_LEVEL', 'LIMIT_TEXT_BYTES', 'RETENTION_AUDIT_DAYS', 'AI_MODEL']));
  expect(names).not.toContain('SECRETS_KEY');
  expect(names.filter((name) => !documented.includes(name) && !name.startsWith('LIMIT_'))).toEqual([]);
});

test('values.yaml names every secret that operators may give', () => {
  const values = readProjectFile('deploy/chart/values.yaml');
  expect(SECRETS.filter((name) => !values.includes(name))).toEqual([]);
});

test('the chart has the version of the product', () => {
  const { version } = JSON.parse(readProjectFile('package.json')) as { version: string };
  expect(parse(readProjectFile('deploy/chart/Chart.yaml'))).toMatchObject({ version, appVersion: version });
});
