import type { EntitySchemaColumnOptions, ValueTransformer } from 'typeorm';

/** bigint columns hold 53-bit integers here; the driver would hand them over as strings. */
const safeInteger: ValueTransformer = {
  to: (value: number | null) => value,
  from: (value: string | number | null) => (value === null ? null : Number(value)),
};

/** Identity primary key. */
export const id: EntitySchemaColumnOptions = {
  type: 'bigint',
  primary: true,
  generated: 'increment',
  transformer: safeInteger,
};
export const bigint: EntitySchemaColumnOptions = { type: 'bigint', transformer: safeInteger };
export const integer: EntitySchemaColumnOptions = { type: 'integer' };
export const smallint: EntitySchemaColumnOptions = { type: 'smallint' };
export const boolean: EntitySchemaColumnOptions = { type: 'boolean' };
export const text: EntitySchemaColumnOptions = { type: 'text' };
export const textArray: EntitySchemaColumnOptions = { type: 'text', array: true };
export const json: EntitySchemaColumnOptions = { type: 'jsonb' };
export const timestamp: EntitySchemaColumnOptions = { type: 'timestamptz' };
export const date: EntitySchemaColumnOptions = { type: 'date' };
export const bytes: EntitySchemaColumnOptions = { type: 'bytea' };
export const uuid: EntitySchemaColumnOptions = { type: 'uuid' };
export const decimal: EntitySchemaColumnOptions = { type: 'numeric', precision: 20, scale: 6 };
export const currency: EntitySchemaColumnOptions = { type: 'char', length: 3 };

export function varchar(length: number): EntitySchemaColumnOptions {
  return { type: 'varchar', length };
}

export function nullable(column: EntitySchemaColumnOptions): EntitySchemaColumnOptions {
  return { ...column, nullable: true };
}

/** The value the database fills in when an insert leaves the column out. */
export function defaulting(
  column: EntitySchemaColumnOptions,
  value: string | number | boolean,
): EntitySchemaColumnOptions {
  return { ...column, default: value };
}

/** Part of the primary key. */
export function key(column: EntitySchemaColumnOptions): EntitySchemaColumnOptions {
  return { ...column, primary: true };
}
