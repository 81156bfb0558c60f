import type { DataSource } from 'typeorm';

/**
 * Settings under which statements would mean something else, and what they must be. A database that was made without a locale has the
 * encoding SQL_ASCII, which counts bytes as characters; the others are set for a role or a database by ALTER ROLE and ALTER DATABASE.
 */
const REQUIRED: Record<string, string> = {
  server_encoding: 'UTF8',
  default_transaction_isolation: 'read committed',
  standard_conforming_strings: 'on',
  array_nulls: 'on',
};

/** Throws an error that names each setting which is otherwise for the connection's database and role. */
export async function requireSettings(dataSource: DataSource): Promise<void> {
  const names = Object.keys(REQUIRED);
  const rows: { name: string; setting: string }[] = await dataSource.query(
    'SELECT name, current_setting(name) AS setting FROM unnest($1::text[]) AS name',
    [names],
  );
  const others = rows.filter(({ name, setting }) => setting !== REQUIRED[name]);
  if (others.length === 0) return;
  const list = others.map(({ name, setting }) => `${name} is ${setting}, and must be ${REQUIRED[name]}`).join('; ');
  throw new Error(`This database cannot be used: ${list}.`);
}
