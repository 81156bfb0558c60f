import type { EntityManager } from 'typeorm';
import { execute } from '../../infra/database/sql.ts';

/** Locks a partner's limits until the transaction ends, so that what is added is counted one after another. */
export async function lockPartner(em: EntityManager, partnerId: number): Promise<void> {
  await execute(em, "SELECT pg_advisory_xact_lock(hashtextextended('limits of partner ' || $1::bigint, 0))", [
    partnerId,
  ]);
}
