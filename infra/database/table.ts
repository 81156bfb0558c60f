import type { Sealed } from '../secrets/secret-box.ts';

/** How PostgreSQL keeps a column. */
interface ColumnOptions {
  type: string;
  /** Most characters. */
  length?: number;
  precision?: number;
  scale?: number;
  array?: boolean;
  nullable?: boolean;
  /** Part of the primary key. */
  primary?: boolean;
  /** The database numbers rows. */
  generated?: boolean;
  /** Encrypted under SECRETS_KEY, so encrypted again when that is replaced. */
  sealed?: boolean;
  /** What the database fills in when an insert leaves the column out; a function gives SQL. */
  default?: string | number | boolean | (() => string);
}

/** A column: how PostgreSQL keeps it, and as which type rows hold it. */
export class Column<Value> {
  /** Type of the value in a row; there is no such property at run time. */
  declare readonly value: Value;
  readonly options: ColumnOptions;
  /** All values that the column's CHECK admits; undefined where there is no such check. */
  readonly values: readonly string[] | undefined;

  constructor(options: ColumnOptions, values?: readonly string[]) {
    this.options = options;
    this.values = values;
  }

  nullable(): Column<Value | null> {
    return new Column({ ...this.options, nullable: true }, this.values);
  }

  /** The same where no row has null, since the statement leaves those out. */
  present(): Column<NonNullable<Value>> {
    return new Column({ ...this.options, nullable: false }, this.values);
  }

  /** The same where the statement leaves out the rows with other values. */
  narrowed<Narrow extends Value>(): Column<Narrow> {
    return new Column(this.options, this.values);
  }

  /** The database fills the value in when an insert leaves the column out; a function gives SQL. */
  default(value: string | number | boolean | (() => string)): Column<Value> {
    return new Column({ ...this.options, default: value }, this.values);
  }

  /** Part of the primary key. */
  key(): Column<Value> {
    return new Column({ ...this.options, primary: true }, this.values);
  }
}

/** Identity primary key. */
export const identity = () => new Column<number>({ type: 'bigint', primary: true, generated: true });
/** A whole number of up to 53 bits. */
export const bigint = () => new Column<number>({ type: 'bigint' });
/** A whole number of 32 bits. */
export const integer = () => new Column<number>({ type: 'integer' });
/** A whole number of 16 bits. */
export const smallint = () => new Column<number>({ type: 'smallint' });
/** A list of whole numbers of 32 bits; only in results of statements. */
export const integerArray = () => new Column<number[]>({ type: 'integer', array: true });
/** A list of 64-bit floating-point numbers; only in results of statements. */
export const doubleArray = () => new Column<number[]>({ type: 'double precision', array: true });
/** A 64-bit floating-point number; only in results of statements. */
export const double = () => new Column<number>({ type: 'double precision' });
/** Yes or no. */
export const boolean = () => new Column<boolean>({ type: 'boolean' });
/** A text of any length; the schema of the input bounds it. */
export const text = <Value extends string = string>() => new Column<Value>({ type: 'text' });
/** A list of texts. */
export const textArray = () => new Column<string[]>({ type: 'text', array: true });
/** The type is what the writers store; reads do not validate it. */
export const json = <Value>() => new Column<Value>({ type: 'jsonb' });
/** A moment, to the microsecond; a row holds it to the millisecond. */
export const timestamp = () => new Column<Date>({ type: 'timestamptz' });
/** A day, `YYYY-MM-DD`. */
export const date = () => new Column<string>({ type: 'date' });
/** Binary data; what is encrypted under SECRETS_KEY has a type of its own. */
export const bytes = () => new Column<Buffer>({ type: 'bytea' });
/** What a secret box encrypted. The rotation of SECRETS_KEY reads these columns, so their tables have a numbered key. */
export const sealed = () => new Column<Sealed>({ type: 'bytea', sealed: true });
/** Lexemes for full-text search; written by SQL only. */
export const searchVector = () => new Column<string>({ type: 'tsvector' });
/** Bits, as a text of `0` and `1`. */
export const bits = () => new Column<string>({ type: 'bit varying' });
/** A UUID, in lower case. */
export const uuid = () => new Column<string>({ type: 'uuid' });
/** An exact number, as a string. */
export const decimal = () => new Column<string>({ type: 'numeric', precision: 20, scale: 6 });
/** A sum of exact numbers, as a string. */
export const decimalSum = () => new Column<string>({ type: 'numeric', precision: 30, scale: 6 });
/** A sum of whole numbers, which may have more than 53 bits, as a string. */
export const wholeSum = () => new Column<string>({ type: 'numeric', precision: 30, scale: 0 });
/** Code of ISO 4217. */
export const currency = () => new Column<string>({ type: 'char', length: 3 });
/** A text of so many characters at most. */
export const varchar = <Value extends string = string>(length: number) =>
  new Column<Value>({ type: 'varchar', length });

/** One of several words; the column's CHECK admits the same, to which a test holds the migrated database. */
export function oneOf<const Value extends string>(values: readonly Value[], length: number): Column<Value> {
  return new Column({ type: 'varchar', length }, values);
}

/** Retention of a table that grows with use. */
interface Retention {
  /** Column with the moment from which the time is counted; rows with null there are kept. */
  since: string;
  /** Days; 0 when the column holds the expiry itself. */
  days: number;
  /** Setting that overrides the days. */
  setting?: `RETENTION_${string}_DAYS`;
  /** Additional SQL condition for deletion; `$1` is the cutoff. */
  condition?: string;
  /** Column that identifies rows: the primary key, unless it has several columns or another name. */
  key?: string;
  /** SQL for rows here that reference rows of another table, run before those are deleted; `$1` is now, `$2` the cutoff of that table. */
  beforeDelete?: { before: string; sql: string };
}

/** How long rows are kept: by age, as long as a row of another table that deletes them, or for good, with the reason. */
export type Kept = Retention | { with: string } | { because: string };

/** Kinds of data that can be about persons. */
const PERSONAL_DATA = ['contact', 'text', 'activity', 'credential', 'payment'] as const;

/** How rows are found that belong to a row of another table. */
export interface Link {
  /** Name of the other table. */
  to: string;
  /** Column here, or an SQL expression. */
  by: string;
  /** Column there; `id` when absent. */
  key?: string;
  /** SQL expressions over `key`, a text: what `by` may be. The key itself when absent. */
  as?: readonly string[];
}

/** Values of columns after an erasure, as SQL. */
type Cleared = Readonly<Record<string, string>>;

/** Rows about a user: what of them an erasure of the user leaves. */
interface PeopleRows extends Omit<Link, 'to' | 'key'> {
  /** Additional SQL condition. */
  where?: string;
  /** `kept`: only the number of the user stays, which leads to nobody any more. */
  erased: 'deleted' | 'cleared' | 'kept';
  cleared?: Cleared;
}

/** What a table has of persons, whose its rows are, and what an erasure leaves of them. */
interface DataProtection {
  personal: readonly (typeof PERSONAL_DATA)[number][];
  /** What rows belong to, for a table without `partner_id`. */
  of?: readonly Link[];
  /** Why rows belong to no partner. */
  nobody?: string;
  /** Why rows survive the erasure of their partner, and with which values; without it they are deleted. */
  kept?: { because: string; cleared?: Cleared };
  people?: PeopleRows;
  /** Columns with hashes and sealed secrets, which no export has. */
  secret?: readonly string[];
}

/** A table, declared once: columns, type of its rows, enumerations, how long rows are kept, whose they are. */
export interface Table<Columns extends Record<string, Column<unknown>> = Record<string, Column<unknown>>> {
  readonly name: string;
  readonly columns: Columns;
  readonly kept: Kept;
  readonly retention: Retention | undefined;
  readonly data: DataProtection;
}

/** A row of a table. */
export type Row<T> =
  T extends Table<infer Columns>
    ? { -readonly [Name in keyof Columns]: Columns[Name] extends Column<infer Value> ? Value : never }
    : never;

/** Declares a table; the migrations stay literal SQL, and a test holds the migrated database against all declarations. */
export function table<Columns extends Record<string, Column<unknown>>>(
  name: string,
  columns: Columns,
  kept: Kept,
  data: DataProtection,
): Table<Columns> {
  return { name, columns, kept, retention: 'since' in kept ? kept : undefined, data };
}

/** A table with retention. */
export interface RetainedTable extends Omit<Retention, 'beforeDelete' | 'setting'> {
  name: string;
  /** SQL that releases references to the rows before their deletion. */
  beforeDelete: readonly string[];
}

/** The tables with retention, with the days that operators configured. Throws for a setting that no table has. */
export function retainedOf(tables: readonly Table[], chosenDays: Readonly<Record<string, number>>): RetainedTable[] {
  const all = tables.flatMap(({ name, retention }) => (retention ? [{ ...retention, name }] : []));
  const settings = new Set(all.map(({ setting }) => setting as string | undefined));
  const unknown = Object.keys(chosenDays).filter((setting) => !settings.has(setting));
  if (unknown.length > 0) throw new Error(`No table is kept by ${unknown.join(', ')}.`);
  return all.map(({ beforeDelete: _, setting = '', ...table }) => ({
    ...table,
    days: chosenDays[setting] ?? table.days,
    beforeDelete: all.flatMap(({ beforeDelete }) => (beforeDelete?.before === table.name ? beforeDelete.sql : [])),
  }));
}

/** A column with what secret boxes encrypted, of a table with a numbered key. */
export interface SealedColumn {
  table: string;
  /** Name of the key column. */
  key: string;
  column: string;
}

/** All encrypted columns of the tables. Throws for one whose table has no numbered key. */
export function sealedColumnsOf(tables: readonly Table[]): SealedColumn[] {
  return tables.flatMap(({ name, columns }) =>
    Object.entries(columns).flatMap(([column, { options }]) => {
      if (!options.sealed) return [];
      const key = Object.entries(columns).find(
        ([
          ,
          {
            options: { primary, generated },
          },
        ]) => primary && generated,
      )?.[0];
      if (key === undefined) throw new Error(`${name}.${column} is encrypted, but ${name} has no numbered key.`);
      return [{ table: name, key, column }];
    }),
  );
}

/** The tables among the exports of several modules, in their order. */
export function tablesOf(areas: Record<string, Record<string, unknown>>): Table[] {
  return Object.values(areas).flatMap((exported) => Object.values(exported).filter(isTable));
}

function isTable(value: unknown): value is Table {
  return typeof value === 'object' && value !== null && 'columns' in value && 'retention' in value;
}
