import { CAPABILITY_SLUGS } from '../kernel/capability-slugs.ts';
import type { PartnerRow } from './table.ts';

/** Capabilities that the partner may use; null stands for all, including future ones. */
export function capabilitiesOf(partner: Pick<PartnerRow, 'capabilities'>): string[] {
  return partner.capabilities ?? [...CAPABILITY_SLUGS];
}
