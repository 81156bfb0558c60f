import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { insertRecord } from '../../../infra/database/records.ts';
import type { Queryable } from '../../../infra/database/sql.ts';
import type { Column, Table } from '../../../infra/database/table.ts';
import type { RouteName } from '../http.ts';

export const NOW = new Date('2026-06-01T00:00:00Z');
export const DAY = '2026-06-01';
/** Rows of each list: the most that one page has. */
export const ROWS = 100;

/** A list with rows as large as the schemas allow: what its path names. */
export interface LargestRows {
  route: RouteName;
  params: Record<string, string | number>;
  query?: Record<string, string>;
}

type Values = Record<string, unknown>;

/** Makes rows of the greatest size, all texts of one character, for one partner. */
export interface Filler {
  partnerId: number;
  /** So many of the character. */
  longest(length: number): string;
  /** As many of the character as have that many bytes as JSON. */
  inBytes(bytes: number): string;
  /**
   * Inserts rows of a table, `ROWS` unless given: columns that `values` does not give have their greatest size. Returns the
   * first as stored, and the keys of the others.
   */
  many(table: Table, values: (n: number) => Values, rows?: number): Promise<Values[]>;
}

/** A filler of rows for a partner. */
export function createFiller(db: Queryable, partnerId: number, character: string): Filler {
  const longest = (length: number) => character.repeat(length);
  return {
    partnerId,
    longest,
    inBytes: (bytes) => longest(Math.floor(bytes / (JSON.stringify(character).length - 2))),
    many: (table, values, rows = ROWS) =>
      insertAlike(
        db,
        table,
        Array.from({ length: rows }, (_row, n) => ({
          ...filled(table, longest),
          partner_id: partnerOf(table, partnerId),
          ...values(n),
        })),
      ),
  };
}

/** The number of a row. */
export function idOf(row: Values | undefined): number {
  return Number(row?.['id']);
}

/**
 * Inserts rows that have most values in common; returns the first as stored, and the keys of the others. The database copies what they
 * share from the first row: it is sent and compressed once.
 */
async function insertAlike(db: Queryable, table: Table, rows: Values[]): Promise<Values[]> {
  const [first = {}, ...others] = rows;
  const stored: Values = await insertRecord(db, table, first);
  if (others.length === 0) return [stored];
  const quoted = (names: string[]) => names.map((name) => `"${name}"`).join();
  const keys = Object.keys(table.columns).filter((name) => table.columns[name]?.options.primary);
  const names = Object.keys(first).filter((name) => first[name] !== undefined);
  const own = names.filter((name) => others.some((row) => !isDeepStrictEqual(row[name], first[name])));
  const values = names.map((name) => (own.includes(name) ? `own."${name}"` : `first."${name}"`));
  const made = (await db.query(
    `INSERT INTO ${table.name} (${quoted(names)}) SELECT ${values.join()}
     FROM jsonb_populate_recordset(NULL::${table.name}, $1) AS own, ${table.name} AS first
     WHERE ${keys.map((name, index) => `first."${name}" = $${index + 2}`).join(' AND ')} RETURNING ${quoted(keys)}`,
    [
      JSON.stringify(others.map((row) => Object.fromEntries(own.map((name) => [name, jsonOf(row[name])])))),
      ...keys.map((name) => stored[name]),
    ],
  )) as Values[];
  if (made.length !== others.length) throw new Error(`${table.name} has ${made.length} of ${others.length} rows.`);
  return [stored, ...made];
}

/** As the database reads a value of JSON: bytes in hexadecimal digits. */
function jsonOf(value: unknown): unknown {
  return Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : value;
}

function partnerOf({ columns }: Table, partnerId: number): number | undefined {
  return columns['partner_id'] ? partnerId : undefined;
}

/** A value for each column of a table: of texts the longest. */
function filled({ columns }: Table, longest: (length: number) => string): Values {
  return Object.fromEntries(
    Object.entries(columns).flatMap(([name, column]) => {
      const value = largest(column, longest);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

function largest({ options, values }: Column<unknown>, longest: (length: number) => string): unknown {
  const { type, length = 0, generated, array } = options;
  if (generated || type === 'tsvector') return undefined;
  if (values) return values[0];
  if (array) return [];
  switch (type) {
    case 'varchar':
      return longest(length);
    case 'text':
      return longest(100);
    case 'jsonb':
      return {};
    case 'timestamptz':
      return NOW;
    case 'date':
      return DAY;
    case 'uuid':
      return randomUUID();
    case 'boolean':
      return false;
    case 'bytea':
      return Buffer.from(randomUUID());
    case 'numeric':
      return '1';
    default:
      return 1;
  }
}
