import type { Tx } from '../kernel/deps.ts';
import { conflict } from '../kernel/errors.ts';
import { type Limits, limitReached } from '../kernel/limits.ts';
import { getPartnerById } from '../partners/target.ts';
import type { Plan } from '../rate-limits/rules.ts';
import { sumImageBytes } from './store.ts';

const GIB = 1_073_741_824;

/** Bytes of images that a partner may have, by its plan; the limit of the operator may be lower. */
export const IMAGE_BYTES_BY_PLAN: Readonly<Record<Plan, number>> = {
  starter: GIB,
  accelerate: 2 * GIB,
  business: 5 * GIB,
  command_plus: 10 * GIB,
  enterprise: 20 * GIB,
};

/** Throws CONFLICT where a partner, whose limits are locked, may not have so many bytes of images more. */
export async function requireImageBytes(
  { em }: Tx,
  limits: Limits,
  { partnerId, added }: { partnerId: number; added: number },
): Promise<void> {
  const { plan } = await getPartnerById(em, partnerId);
  const most = Math.min(IMAGE_BYTES_BY_PLAN[plan], limits.image_bytes);
  if ((await sumImageBytes(em, partnerId)) + added > most) throw conflict(limitReached('image_bytes', most));
}
