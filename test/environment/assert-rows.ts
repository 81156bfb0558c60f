import { inspect } from 'node:util';
import type { Columns } from '../../infra/database/sql.ts';
import type { Column } from '../../infra/database/table.ts';

/** Throws where rows have other columns than their shape, or values that no such column has. */
export function assertRows(shape: Columns, rows: readonly object[], statement: string): void {
  const names = Object.keys(shape);
  for (const row of rows) {
    const strangers = Object.keys(row).filter((name) => !Object.hasOwn(shape, name));
    const missing = names.filter((name) => !Object.hasOwn(row, name));
    const wrong = Object.entries(row).flatMap(([name, value]) => {
      const column = shape[name];
      return column && !holds(column, value) ? [`${name} is ${inspect(value, { depth: 0 }).slice(0, 100)}`] : [];
    });
    if (strangers.length + missing.length + wrong.length === 0) continue;
    const problems = [
      strangers.length > 0 && `undeclared: ${strangers.join(', ')}`,
      missing.length > 0 && `missing: ${missing.join(', ')}`,
      wrong.length > 0 && `of another type: ${wrong.join(', ')}`,
    ];
    throw new Error(`A row is not of its declared shape (${problems.filter(Boolean).join('; ')}) in: ${statement}`);
  }
}

const isString = (value: unknown) => typeof value === 'string';
const isWithin = (bits: number) => (value: unknown) => Number.isInteger(value) && Math.abs(Number(value)) <= 2 ** bits;
const isLike = (pattern: RegExp) => (value: unknown) => typeof value === 'string' && pattern.test(value);

/** What the driver makes of each type. */
const HOLDS: Readonly<Record<string, (value: unknown) => boolean>> = {
  bigint: isWithin(53),
  integer: isWithin(31),
  smallint: isWithin(15),
  'double precision': (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  text: isString,
  varchar: isString,
  char: isString,
  tsvector: isString,
  uuid: isLike(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/),
  numeric: isLike(/^-?\d+(\.\d+)?$/),
  date: isLike(/^\d{4,}-\d\d-\d\d$|^-?infinity$/),
  timestamptz: (value) => value instanceof Date,
  bytea: Buffer.isBuffer,
  jsonb: (value) => value !== undefined && !(value instanceof Date) && !Buffer.isBuffer(value),
};

function holds({ options, values }: Column<unknown>, value: unknown): boolean {
  if (value === null) return options.nullable === true;
  const type = HOLDS[String(options.type)];
  if (!type) throw new Error(`No test of values of type ${String(options.type)}.`);
  if (options.array) return Array.isArray(value) && value.every(type);
  return type(value) && (values === undefined || values.includes(String(value)));
}
