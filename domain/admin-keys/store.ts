import type { Db } from '../kernel/deps.ts';
import type { NewSecret } from '../partner-keys/secret.ts';

/** Adds an administrator key; returns its id. */
export async function insertAdminKey(db: Db, now: Date, name: string, secret: NewSecret): Promise<number> {
  const [row] = await db.query(
    'INSERT INTO admin_key (name, key_hash, prefix, created_at) VALUES ($1, $2, $3, $4) RETURNING id',
    [name, secret.hash, secret.prefix, now],
  );
  return row.id;
}
