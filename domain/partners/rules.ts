import { CATALOGUE } from '../capabilities/catalogue/index.ts';
import type { Partner } from './store.ts';

/** Slugs the partner may use; null stands for the whole catalogue, as it grows. */
export function capabilitiesOf(partner: Pick<Partner, 'capabilities'>): string[] {
  return partner.capabilities ?? CATALOGUE.map(({ slug }) => slug);
}
