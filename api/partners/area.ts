import { z } from 'zod';
import { plainDecimal } from '../../domain/kernel/money.ts';
import { createPartner } from '../../domain/partners/operations/create-partner.ts';
import { getPartner, listPartners } from '../../domain/partners/operations/reads.ts';
import { updatePartner } from '../../domain/partners/operations/update-partner.ts';
import { capabilitiesOf } from '../../domain/partners/rules.ts';
import { PARTNER_STATUSES } from '../../domain/partners/table.ts';
import type { Partner } from '../../domain/partners/types.ts';
import { PLANS } from '../../domain/rate-limits/rules.ts';
import { area } from '../area.ts';
import { datetimeSchema, idSchema, one, page, record } from '../resource.ts';
import { route } from '../route.ts';

/** A partner as administrators see it. */
export const partnerResource = record(
  z
    .object({
      id: idSchema,
      name: z.string().describe('Company name; not unique.'),
      plan: z.enum(PLANS).describe('Determines the request limits; set by administrators and paid subscriptions.'),
      status: z.enum(PARTNER_STATUSES).describe('`suspended`: its keys and tokens are refused.'),
      capabilities: z.array(z.string()).describe('Slugs the partner may use.'),
      credit_balance: z.int().describe('Credits, including those held for running work.'),
      credit_debt: z
        .int()
        .describe(
          'Credits of refunded or disputed payments that had already been spent or held; settled from the next credits.',
        ),
      marketplace_customer_id: z
        .string()
        .nullable()
        .describe(
          "The partner's customer id in the marketplace's billing; null if missing, in which case metered use waits to be billed.",
        ),
      tax_rate: z.string().describe('Decimal string; 0.19 means 19 percent.'),
      tax_exemption_reason: z.string().nullable().describe('Why invoices have no tax.'),
      billing_name: z.string().nullable().describe('Name on invoices; null means `name`.'),
      billing_address: z.string().nullable().describe('Address on invoices, with line breaks; null if none.'),
      payment_terms_days: z.int().describe('Days from issue of an invoice to its due date.'),
      created_at: datetimeSchema,
    })
    .meta({ title: 'Partner' }),
  (partner: Partner) => ({
    capabilities: capabilitiesOf(partner),
    tax_rate: plainDecimal(partner.tax_rate),
  }),
);

export const partnersArea = area({
  tag: { name: 'Partners', group: 'Administration', description: 'Partners of this service, for administrators.' },
  routes: [
    route({
      method: 'GET',
      path: '/3pi-partners',
      summary: 'List partners, newest first',
      operation: listPartners,
      body: page(partnerResource),
    }),

    route({
      method: 'POST',
      path: '/3pi-partners',
      summary: 'Create a partner',
      extension: true,
      operation: createPartner,
      status: 201,
      body: one(partnerResource),
    }),

    route({
      method: 'GET',
      path: '/3pi-partners/{partner_id}',
      summary: 'Read a partner',
      extension: true,
      operation: getPartner,
      body: one(partnerResource),
    }),

    route({
      method: 'PATCH',
      path: '/3pi-partners/{partner_id}',
      summary: 'Change a partner',
      extension: true,
      operation: updatePartner,
      body: one(partnerResource),
    }),
  ],
});
