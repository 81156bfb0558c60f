import { CAPABILITY_SLUGS } from '../kernel/capability-slugs.ts';
import type { Partner } from './store.ts';

export const PLANS = ['starter', 'accelerate', 'business', 'command_plus', 'enterprise'] as const;
export const PARTNER_STATUSES = ['active', 'suspended'] as const;

/** Slugs the partner may use; null stands for all, as they grow in number. */
export function capabilitiesOf(partner: Pick<Partner, 'capabilities'>): string[] {
  return partner.capabilities ?? [...CAPABILITY_SLUGS];
}
