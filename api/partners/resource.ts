import { z } from 'zod';
import { plainDecimal } from '../../domain/kernel/money.ts';
import { capabilitiesOf } from '../../domain/partners/rules.ts';
import { PARTNER_STATUSES } from '../../domain/partners/table.ts';
import type { Partner } from '../../domain/partners/types.ts';
import { PLANS } from '../../domain/rate-limits/rules.ts';
import { datetimeSchema, idSchema, record } from '../resource.ts';

/** A partner as administrators see it. */
export const partnerResource = record(
  z.object({
    id: idSchema,
    name: z.string(),
    plan: z.enum(PLANS),
    status: z.enum(PARTNER_STATUSES),
    capabilities: z.array(z.string()).describe('Slugs the partner may use.'),
    credit_balance: z.int().describe('Credits, those held for running work included.'),
    marketplace_customer_id: z.string().nullable(),
    tax_rate: z.string().describe('Decimal string; 0.19 is 19 percent.'),
    billing_name: z.string().nullable(),
    billing_address: z.string().nullable(),
    created_at: datetimeSchema,
  }),
  (partner: Partner) => ({
    capabilities: capabilitiesOf(partner),
    tax_rate: plainDecimal(partner.tax_rate),
  }),
);
