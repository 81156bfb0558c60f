import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { ROOT } from '../infra/deploy/programs.ts';
import { BEGIN, dataRegister, END } from './data-register.ts';
import { firstGroups, readProjectFile } from './environment/repository.ts';

test('docs/auditors.md lists every table as it is declared; `node test/write-data-register.ts` writes the list', () => {
  const page = readProjectFile('docs/auditors.md');
  const listed = page.slice(page.indexOf(BEGIN) + BEGIN.length, page.indexOf(END)).trim();
  expect(listed).toBe(dataRegister());
});

test('each threat names tests that hold it, and all of them are there', () => {
  const [, threats = ''] = readProjectFile('docs/threat-model.md').split('\n## Threats\n');
  const rows = firstGroups(threats.split('\n## ')[0] ?? '', /^(\| (?!Threat|---).+)$/gm);
  expect(rows.length).toBeGreaterThan(15);
  const named = rows.map((row) => firstGroups(row.split('|').at(-2) ?? '', /`([^`]+\.test\.ts)`/g));
  expect(rows.filter((_row, index) => named[index]?.length === 0)).toEqual([]);
  expect(named.flat().filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
});
