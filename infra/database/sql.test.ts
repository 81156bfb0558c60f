import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { assertRows } from '../../test/environment/assert-rows.ts';
import { startDatabase, type TestDatabase } from '../../test/environment/start-database.ts';
import { createPoolReader } from './pool-reader.ts';
import {
  type Condition,
  countRecords,
  deleteRecords,
  findRecord,
  insertRecord,
  listRecords,
  updateRecords,
} from './records.ts';
import {
  checkRows,
  execute,
  executeCount,
  omit,
  pick,
  type Queryable,
  queryExists,
  queryMaybeRow,
  queryRow,
  queryRows,
} from './sql.ts';
import {
  bigint,
  boolean,
  bytes,
  date,
  decimal,
  double,
  identity,
  integer,
  json,
  oneOf,
  smallint,
  table,
  text,
  textArray,
  timestamp,
  uuid,
  varchar,
} from './table.ts';

jest.setTimeout(60_000);

const thingTable = table(
  'thing',
  {
    id: identity(),
    kind: oneOf(['red', 'blue'], 10),
    count: integer().default(0),
    size: bigint(),
    place: smallint(),
    price: decimal(),
    day: date(),
    made_at: timestamp(),
    row_key: uuid(),
    tags: textArray().nullable(),
    data: json<unknown>(),
    sealed: bytes(),
    is_new: boolean(),
    name: varchar(20).nullable(),
  },
  { because: 'A test.' },
  { personal: [], nobody: 'Only in this test.' },
);

const MADE = new Date('2026-03-01T12:00:00.123Z');
const THING = {
  kind: 'red',
  size: 2 ** 40,
  place: -1,
  price: '1.500000',
  day: '2026-03-01',
  made_at: MADE,
  row_key: '018f4e6e-0000-4000-8000-0123456789ab',
  tags: ['a', "b'"],
  data: ['a', { b: null }],
  sealed: Buffer.from([0, 1, 255]),
  is_new: true,
} as const;

let database: TestDatabase;
let dataSource: DataSource;
let db: Queryable;

beforeAll(async () => {
  database = await startDatabase({ empty: true });
  dataSource = database.dataSource;
  await dataSource.query(`CREATE TABLE thing (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, kind varchar(10) NOT NULL, count integer NOT NULL DEFAULT 0,
    size bigint NOT NULL, place smallint NOT NULL, price numeric(20,6) NOT NULL, day date NOT NULL, made_at timestamptz NOT NULL,
    row_key uuid NOT NULL, tags text[], data jsonb NOT NULL, sealed bytea NOT NULL, is_new boolean NOT NULL, name varchar(20))`);
  db = createPoolReader(dataSource);
});
beforeEach(async () => {
  checkRows(assertRows);
  await dataSource.query('TRUNCATE thing RESTART IDENTITY');
});
afterAll(() => database.stop());

const add = (given: Partial<Parameters<typeof insertRecord<typeof thingTable.columns>>[2]> = {}) =>
  insertRecord(db, thingTable, { ...THING, tags: [...THING.tags], ...given });

describe('records', () => {
  test('a row comes back as it was given, with what the database fills in', async () => {
    const made = await add({ name: undefined });
    expect(made).toEqual({ ...THING, id: 1, count: 0, name: null });
    expect(await findRecord(db, thingTable, { id: 1 })).toEqual(made);
  });

  test('JSON is kept as it is: a text, a list, no value at all', async () => {
    for (const data of ['text', [1, 2], { a: [] }, 7, false]) {
      const { id } = await add({ data });
      expect(await findRecord(db, thingTable, { id })).toMatchObject({ data });
      await updateRecords(db, thingTable, { id }, { data: { changed: [data] } });
      expect(await findRecord(db, thingTable, { id })).toMatchObject({ data: { changed: [data] } });
    }
  });

  test('are found by values, null, one of a list, or one of several conditions', async () => {
    await add({ name: 'one' });
    await add({ name: 'two', kind: 'blue' });
    await add();
    const namesOf = async (where: Condition<typeof thingTable.columns>) =>
      (await listRecords(db, thingTable, where, { order: { id: 'ASC' } })).map(({ id }) => id);
    expect(await namesOf({ name: 'one' })).toEqual([1]);
    expect(await namesOf({ name: null })).toEqual([3]);
    expect(await namesOf({ id: [1, 3, 9], kind: 'red' })).toEqual([1, 3]);
    expect(await namesOf([{ kind: 'blue' }, { kind: 'red', name: null }])).toEqual([2, 3]);
    expect(await namesOf({})).toEqual([1, 2, 3]);
    expect(await countRecords(db, thingTable, { kind: 'red' })).toBe(2);
    expect(await countRecords(db, thingTable, [{ kind: 'red' }, { kind: 'blue' }])).toBe(3);
    expect(await findRecord(db, thingTable, { id: 4 })).toBeNull();
  });

  test('are listed in an order, a part at a time', async () => {
    for (const name of ['b', 'a', 'c', 'a']) await add({ name });
    const found = await listRecords(db, thingTable, {}, { order: { name: 'ASC', id: 'DESC' }, limit: 2, offset: 1 });
    expect(found.map(({ name, id }) => [name, id])).toEqual([
      ['a', 2],
      ['b', 1],
    ]);
  });

  test('are changed and removed where the condition holds, and are counted', async () => {
    await add();
    await add({ kind: 'blue' });
    expect(await updateRecords(db, thingTable, { kind: 'red' }, { count: () => 'count + 2', name: undefined })).toBe(1);
    expect((await listRecords(db, thingTable, {}, { order: { id: 'ASC' } })).map(({ count }) => count)).toEqual([2, 0]);
    expect(await updateRecords(db, thingTable, { id: 7 }, { count: 1 })).toBe(0);
    expect(await deleteRecords(db, thingTable, { kind: 'blue' })).toBe(1);
    expect(await countRecords(db, thingTable, {})).toBe(1);
  });

  test('a missing value and a name that is no column change nothing', async () => {
    await add();
    const where: { id?: number } = { id: undefined };
    expect(() => deleteRecords(db, thingTable, where)).toThrow('compared with nothing');
    const stranger: object = { 'count = 1 --': 1 };
    await expect(updateRecords(db, thingTable, { id: 1 }, stranger)).rejects.toThrow('has no column');
    expect(await countRecords(db, thingTable, { count: 0 })).toBe(1);
  });
});

describe('statements', () => {
  test('answer rows, whichever kind they are, in a transaction as on the pool', async () => {
    await add();
    await dataSource.transaction(async (em) => {
      for (const on of [db, em]) {
        const shape = pick(thingTable, 'id', 'kind');
        const row = { id: 1, kind: 'red' };
        expect(await queryRows(on, shape, 'SELECT id, kind FROM thing')).toEqual([row]);
        if (on === db) continue;
        expect(await queryRows(on, shape, 'UPDATE thing SET count = 1 RETURNING id, kind')).toEqual([row]);
        expect(await queryRows(on, shape, 'UPDATE thing SET count = 1 WHERE false RETURNING id, kind')).toEqual([]);
        expect(await executeCount(on, 'UPDATE thing SET count = count + 1')).toBe(1);
        await execute(on, 'DELETE FROM thing');
        expect(await queryMaybeRow(on, shape, 'SELECT id, kind FROM thing')).toBeNull();
        expect(await queryExists(on, 'SELECT FROM thing')).toBe(false);
      }
    });
    expect(await queryExists(db, 'SELECT')).toBe(true);
  });

  test('that must answer a row, or a count, throw when they do not', async () => {
    await expect(queryRow(db, { id: bigint() }, 'SELECT 1::bigint AS id WHERE false')).rejects.toThrow('no row');
    await expect(executeCount(db, 'SELECT 1')).rejects.toThrow('no count');
  });
});

describe('rows are held against what is declared', () => {
  const RIGHT = { id: bigint(), at: timestamp().nullable() };

  test('a stranger, a missing column and null where there is none are refused', async () => {
    await expect(queryRows(db, RIGHT, 'SELECT 1::bigint AS id, NULL AS at, 2 AS more')).rejects.toThrow(
      'undeclared: more',
    );
    await expect(queryRow(db, RIGHT, 'SELECT 1::bigint AS id')).rejects.toThrow('missing: at');
    await expect(queryMaybeRow(db, RIGHT, 'SELECT NULL::bigint AS id, now() AS at')).rejects.toThrow('id is null');
    await expect(
      findRecord(db, table('thing', omit(thingTable, 'sealed'), thingTable.kept, thingTable.data), {}),
    ).resolves.toBeNull();
    await add();
    await expect(
      findRecord(db, table('thing', omit(thingTable, 'sealed'), thingTable.kept, thingTable.data), {}),
    ).rejects.toThrow('undeclared: sealed');
  });

  test.each([
    ['bigint', bigint(), '1.5::float8', '1::bigint'],
    ['bigint', bigint(), "'7'::text", '2::smallint'],
    ['bigint', bigint(), 'sum(1::bigint)', 'count(*)'],
    ['integer', integer(), '3000000000::bigint', '-2::int'],
    ['smallint', smallint(), '40000', '4::smallint'],
    ['double', double(), '1.5::numeric', '1.5::float8'],
    ['boolean', boolean(), "'t'::text", 'true'],
    ['text', text(), '1', "''::text"],
    ['one of several', oneOf(['a', 'b'], 1), "'c'::text", "'b'::text"],
    ['list', textArray(), "'{1}'::int[]", "'{a,b}'::text[]"],
    ['uuid', uuid(), "'x'::text", 'gen_random_uuid()'],
    ['decimal', decimal(), '1.5::float8', '1.5::numeric'],
    ['decimal', decimal(), "'NaN'::numeric", '-2::numeric'],
    ['day', date(), 'now()', "'2026-03-01'::date"],
    ['moment', timestamp(), "'2026-03-01'::date", 'now()'],
    ['bytes', bytes(), "'x'::text", "'x'::bytea"],
    ['JSON', json(), 'now()', "'[1]'::jsonb"],
  ])('%s', async (_name, column, wrong, right) => {
    await expect(queryRows(db, { v: column }, `SELECT ${wrong} AS v`)).rejects.toThrow('of another type: v is');
    expect(await queryRows(db, { v: column }, `SELECT ${right} AS v`)).toHaveLength(1);
    expect(await queryRows(db, { v: column.nullable() }, 'SELECT NULL AS v')).toEqual([{ v: null }]);
    await expect(queryRows(db, { v: column.nullable().present() }, 'SELECT NULL AS v')).rejects.toThrow('v is null');
  });

  test('only where that is asked for', async () => {
    checkRows(undefined);
    expect(await queryRows(db, RIGHT, 'SELECT 1 AS stranger')).toEqual([{ stranger: 1 }]);
  });
});
