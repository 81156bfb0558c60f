import { insertRecord } from '../../infra/database/records.ts';
import type { Db } from '../kernel/deps.ts';
import type { NewSecret } from '../partner-keys/secret.ts';
import { adminKeyTable } from './table.ts';

/** Adds an administrator key; returns its id. */
export async function insertAdminKey(db: Db, now: Date, name: string, secret: NewSecret): Promise<number> {
  const { id } = await insertRecord(db, adminKeyTable, {
    name,
    key_hash: secret.hash,
    prefix: secret.prefix,
    created_at: now,
  });
  return id;
}
