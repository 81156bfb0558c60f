import { CAPABILITY_SLUGS } from '../kernel/capability-slugs.ts';
import type { PartnerRow } from './table.ts';

/** Slugs the partner may use; null stands for all, as they grow in number. */
export function capabilitiesOf(partner: Pick<PartnerRow, 'capabilities'>): string[] {
  return partner.capabilities ?? [...CAPABILITY_SLUGS];
}
