import type pg from 'pg';

/** What the database says of a column. */
interface Column {
  name: string;
  type: string;
  is_generated: boolean;
  /** Longest text, characters; null where there is no such bound. */
  length: number | null;
}

interface Described {
  name: string;
  columns: Column[];
  /** Columns of each unique index, those inside of expressions included. */
  unique: string[][];
}

/** Rows of each table that are repeated. */
const SAMPLES = 10;
/** Ids of repeated rows begin here. */
const FIRST_ID = 1_000_000_000;
/** Repeated rows refer to so many different records: partners, executions, documents. */
const RECORDS = 280;

/**
 * Repeats the rows of every table, up to `rows` more of each, with ids, owners and times of their own; then the planner takes each
 * table for one of `believed` rows. Returns the tables that stay empty. Checks, foreign keys and triggers are gone afterwards, so
 * that the database is good for plans alone.
 */
export async function multiplyRows(client: pg.Client, rows: number, believed: number): Promise<string[]> {
  await dropChecks(client);
  await client.query('SET session_replication_role = replica');
  const tables = await describeTables(client);
  for (const table of tables) await client.query(repetition(table), [rows]);
  await client.query('VACUUM ANALYZE');
  const { rows: empty } = await client.query<{ relname: string }>(
    'SELECT relname FROM pg_class WHERE relname = ANY($1) AND reltuples <= 0 ORDER BY relname',
    [tables.map(({ name }) => name)],
  );
  await client.query(`UPDATE pg_class SET reltuples = $1 WHERE relname = ANY($2) AND relkind = 'r' AND reltuples > 0`, [
    believed,
    tables.map(({ name }) => name),
  ]);
  return empty.map(({ relname }) => relname);
}

/** Repeated rows have numbers and states that checks refuse. */
async function dropChecks(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(
    `SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS statement
     FROM pg_constraint WHERE contype = 'c' AND connamespace = current_schema()::regnamespace`,
  );
  for (const { statement } of rows) await client.query(statement);
}

async function describeTables(client: pg.Client): Promise<Described[]> {
  const { rows } = await client.query<Described>(
    `SELECT c.relname AS name, columns.list AS columns, coalesce(indexes.list, '[]') AS unique
     FROM pg_class c,
       LATERAL (
         SELECT json_agg(json_build_object(
           'name', a.attname, 'type', format_type(a.atttypid, NULL), 'is_generated', a.attgenerated <> '',
           'length', CASE WHEN a.atttypid IN ('varchar'::regtype, 'bpchar'::regtype) AND a.atttypmod > 4 THEN a.atttypmod - 4 END
         )) AS list
         FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
       ) columns,
       LATERAL (
         SELECT json_agg(found.names) AS list FROM pg_index i, LATERAL (
           SELECT json_agg(DISTINCT a.attname) AS names
           FROM pg_depend d JOIN pg_attribute a ON a.attrelid = d.refobjid AND a.attnum = d.refobjsubid
           WHERE d.refobjid = c.oid AND d.refobjsubid > 0
             AND d.objid IN (i.indexrelid, (SELECT k.oid FROM pg_constraint k WHERE k.conindid = i.indexrelid AND k.contype IN ('p', 'u')))
         ) found
         WHERE i.indrelid = c.oid AND i.indisunique AND found.names IS NOT NULL
       ) indexes
     WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace AND c.relname <> 'schema_migration'`,
  );
  return rows;
}

/** The statement that repeats the rows of a table; $1 is how often. Rows that a unique index refuses are left out. */
function repetition({ name, columns, unique }: Described): string {
  const distinct = distinctColumns(columns, unique);
  const written = columns.filter(({ is_generated }) => !is_generated);
  const values = written.map((column) => (distinct.has(column.name) ? anew(column) : alike(column)));
  // What the platform has itself is little.
  const owned = columns.some((column) => column.name === 'partner_id') ? 'WHERE partner_id IS NOT NULL' : '';
  return `INSERT INTO "${name}" (${written.map((column) => `"${column.name}"`).join(', ')}) OVERRIDING SYSTEM VALUE
    SELECT ${values.join(', ')} FROM generate_series(1, $1::int) AS numbers (repeat_no)
    JOIN (SELECT *, row_number() OVER () - 1 AS sample_no, least(count(*) OVER (), ${SAMPLES}) AS samples
          FROM "${name}" ${owned} LIMIT ${SAMPLES}) AS sample ON repeat_no % sample.samples = sample.sample_no
    ON CONFLICT DO NOTHING`;
}

/** One column of each unique index. */
function distinctColumns(columns: readonly Column[], unique: readonly string[][]): Set<string> {
  const chosen = new Set<string>();
  for (const names of unique) {
    if (names.some((name) => chosen.has(name))) continue;
    const [best] = columns.filter(({ name }) => names.includes(name)).sort((a, b) => preference(a) - preference(b));
    if (best) chosen.add(best.name);
  }
  return chosen;
}

/** Which column of a unique index gets the different values: a name rather than a number, whose the row is at last. */
const BY_TYPE = [
  'uuid',
  'bytea',
  'character varying',
  'text',
  'bigint',
  'timestamp with time zone',
  'date',
  'integer',
  'smallint',
];

function preference({ name, type }: Column): number {
  if (name === 'partner_id') return BY_TYPE.length + 1;
  const place = BY_TYPE.indexOf(type);
  return place < 0 ? BY_TYPE.length : place;
}

/** SQL of a value that no other row has. */
function anew({ name, type, length }: Column): string {
  switch (type) {
    case 'uuid':
      return 'gen_random_uuid()';
    case 'bytea':
      return 'sha256(repeat_no::text::bytea)';
    case 'bigint':
      return `${FIRST_ID} + repeat_no`;
    case 'integer':
    case 'smallint':
      return 'repeat_no';
    case 'date':
      return `sample."${name}" - repeat_no`;
    case 'timestamp with time zone':
      return earlier(name);
    default:
      return `right(md5(repeat_no::text) || lpad(repeat_no::text, 9, '0'), ${length ?? 40})`;
  }
}

/** SQL of a value that some other rows have. */
function alike({ name, type }: Column): string {
  const column = `sample."${name}"`;
  const unlessNull = (value: string) => `CASE WHEN ${column} IS NULL THEN NULL ELSE ${value} END`;
  if (type === 'bigint' && /(^|_)id$/.test(name)) return unlessNull(`${FIRST_ID} + repeat_no % ${RECORDS}`);
  if (type === 'uuid') return unlessNull('gen_random_uuid()');
  if (type === 'timestamp with time zone') return earlier(name);
  if (type === 'date') return `${column} - repeat_no % 700`;
  return column;
}

function earlier(name: string): string {
  return `sample."${name}" - repeat_no * interval '1 hour'`;
}
