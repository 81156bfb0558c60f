import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from '@jest/globals';
import * as areas from '../domain/tables.ts';
import { tablesOf } from '../infra/database/table.ts';
import { describeCircle, type FileImport, findAreaCircles } from './areas.ts';
import { ownerOf, tableUses } from './table-ownership.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

interface Use {
  file: string;
  owner: string;
  table: string;
  writes: boolean;
}

/** Where each table is declared. */
const declaredIn = new Map<string, string>();
const sources = new Map<string, string>();
const uses: Use[] = [];
let layers: string[][] = [];

beforeAll(async () => {
  const pattern = '{domain,api,worker,activities,infra}/**/*.ts';
  for await (const file of glob(pattern, { cwd: ROOT, exclude: ['infra/database/migrations'] })) {
    if (!file.endsWith('.test.ts')) sources.set(file, await readFile(path.join(ROOT, file), 'utf8'));
  }
  const declared = new Map<string, string>();
  for (const [file, source] of sources) {
    for (const [, variable = '', name = ''] of source.matchAll(/const (\w+) = table\(\s*'(\w+)'/g)) {
      declared.set(variable, name);
      declaredIn.set(name, file);
    }
  }
  for (const [file, source] of sources) {
    // Table declarations name other tables in their retention.
    if (/^domain\/[^/]+\/table\.ts$/.test(file)) continue;
    for (const use of tableUses(source, declared)) {
      uses.push({ file, owner: ownerOf(declaredIn.get(use.table) ?? ''), ...use });
    }
  }
  const rules: { LAYERS: Record<string, string[]> } = await import(path.join(ROOT, '.dependency-cruiser.mjs'));
  layers = Object.values(rules.LAYERS);
});

const keyOf = ({ file, table }: Use) => `${file} ${table}`;
const foreign = () => uses.filter(({ file, owner }) => ownerOf(file) !== owner);
/** The database's own tables, such as the outbox, come before all areas. */
const layerOf = (area: string) => {
  if (area === 'infra') return -1;
  const layer = layers.findIndex((names) => names.includes(area));
  return layer === -1 ? layers.length : layer;
};

describe('tables in a file', () => {
  const declared = new Map([
    ['henTable', 'hen'],
    ['eggTable', 'egg'],
    ['nestTable', 'nest'],
  ]);
  const read = (table: string) => ({ table, writes: false });
  const written = (table: string) => ({ table, writes: true });

  test.each([
    ["'INSERT INTO egg (id) SELECT id FROM hen'", [written('egg'), read('hen')]],
    ['`UPDATE egg SET id = 1 FROM hen h, nest WHERE true`', [written('egg'), read('hen'), read('nest')]],
    ['`DELETE FROM egg e USING nest n WHERE e.id = 2`', [written('egg'), read('egg'), read('nest')]],
    [
      '`SELECT 1 FROM ox LEFT JOIN LATERAL (SELECT FROM nest) n ON true JOIN hen USING (id)`',
      [read('nest'), read('hen')],
    ],
    ["'WITH hen AS (SELECT 1) SELECT * FROM hen'", []],
    ["'SELECT FROM chicken JOIN ox ON true FOR UPDATE'", []],
    ["/* UPDATE egg */ 'ON CONFLICT DO UPDATE SET egg = 1'", []],
    ['await insertRecord(em, eggTable, { id: 1 }), findRecord(em, henTable, {})', [written('egg'), read('hen')]],
    ['listPage(db, nestTable, {}), deleteRecords(db, x)', [read('nest')]],
  ])('%s', (source, expected) => {
    expect(tableUses(source, declared)).toEqual(expect.arrayContaining(expected));
    expect(tableUses(source, declared)).toHaveLength(expected.length);
  });
});

test('every table is declared in the area that the list of tables names, and statements of most are found', () => {
  expect([...declaredIn.keys()].sort()).toEqual(
    tablesOf(areas)
      .map(({ name }) => name)
      .sort(),
  );
  const found = new Set(uses.map(({ table }) => table));
  expect(found.size).toBeGreaterThan(0.8 * declaredIn.size);
});

test('a table is written by its owner only', () => {
  expect(
    foreign()
      .filter(({ writes }) => writes)
      .map(keyOf),
  ).toEqual([]);
});

test('a table is read by its own area and by later ones only', () => {
  const imports: FileImport[] = [];
  for (const [file, source] of sources) {
    for (const [, target = ''] of source.matchAll(/from '(\.[^']+)'/g)) {
      imports.push({ from: file, to: path.posix.join(path.posix.dirname(file), target) });
    }
  }
  const reads = foreign().filter(({ file }) => file.startsWith('domain/'));
  const isEarly = ({ file, owner }: Use) => layerOf(ownerOf(file)) < layerOf(owner);
  expect(reads.filter(isEarly).map(keyOf)).toEqual([]);
  // Within a layer, what areas import and what they read must have one direction.
  const edges = reads.map(({ file, table }) => ({ from: file, to: declaredIn.get(table) ?? '' }));
  expect(findAreaCircles([...imports, ...edges]).map(describeCircle)).toEqual([]);
});

test('rows are read through what holds them against their declaration, nowhere else in the domain', () => {
  const raw = [...sources].filter(([file]) => file.startsWith('domain/'));
  expect(raw.filter(([, source]) => /\.query\(|getRepository/.test(source)).map(([file]) => file)).toEqual([]);
});
