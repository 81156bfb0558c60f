import type { EntityManager } from 'typeorm';
import { conflict } from '../kernel/errors.ts';
import { lockPartner } from '../kernel/limit-store.ts';
import { type Limits, limitReached } from '../kernel/limits.ts';
import { sumTemplateBytes } from './store.ts';

/**
 * Throws CONFLICT where the definitions of a partner's templates would have more bytes than they may. The partner's limits are
 * locked until the transaction ends. The list by category shows all of them at once, in at most 1 MiB.
 */
export async function requireTemplateBytes(
  em: EntityManager,
  limits: Limits,
  { partnerId, added }: { partnerId: number; added: number },
): Promise<void> {
  await lockPartner(em, partnerId);
  const most = limits.workflow_template_bytes;
  if (added > 0 && (await sumTemplateBytes(em, partnerId)) + added > most)
    throw conflict(limitReached('workflow_template_bytes', most));
}
