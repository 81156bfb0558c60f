import { CAPABILITY_SLUGS } from '../kernel/capability-slugs.ts';
import type { Partner } from './store.ts';

/** Slugs the partner may use; null stands for all, as they grow in number. */
export function capabilitiesOf(partner: Pick<Partner, 'capabilities'>): string[] {
  return partner.capabilities ?? [...CAPABILITY_SLUGS];
}
