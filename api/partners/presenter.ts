import { z } from 'zod';
import { capabilitiesOf } from '../../domain/partners/rules.ts';
import type { Partner } from '../../domain/partners/store.ts';
import { PARTNER_STATUSES, PLANS } from '../../domain/partners/table.ts';
import { datetime } from '../presenters.ts';
import { datetimeSchema, idSchema } from '../response-schemas.ts';

/** A partner in answers. */
export const partnerSchema = z.object({
  id: idSchema,
  name: z.string(),
  plan: z.enum(PLANS),
  status: z.enum(PARTNER_STATUSES),
  capabilities: z.array(z.string()).describe('Slugs the partner may use.'),
  credit_balance: z.int().describe('Credits, those held for running work included.'),
  marketplace_customer_id: z.string().nullable(),
  created_at: datetimeSchema,
});

/** A partner as administrators see it. */
export function presentPartner(partner: Partner): z.input<typeof partnerSchema> {
  return {
    id: partner.id,
    name: partner.name,
    plan: partner.plan,
    status: partner.status,
    capabilities: capabilitiesOf(partner),
    credit_balance: partner.credit_balance,
    marketplace_customer_id: partner.marketplace_customer_id,
    created_at: datetime(partner.created_at),
  };
}
