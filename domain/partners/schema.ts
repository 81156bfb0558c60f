import { z } from 'zod';
import { CAPABILITY_SLUGS, isCapabilitySlug } from '../kernel/capability-slugs.ts';
import { decimal } from '../kernel/money.ts';
import { integer, pageQuery, recordId, resettable, text } from '../kernel/schema.ts';
import { truncate } from '../kernel/words.ts';
import { PLANS } from '../rate-limits/rules.ts';
import { PARTNER_STATUSES } from './table.ts';

/** Most credits of one booking. */
const MAX_AMOUNT = 1_000_000_000;

export const partnerParams = z.object({ partner_id: recordId.describe('Number of the partner.') });

/** Capability slugs, each once; the empty list means none. Errors are reported for the list as a whole. */
export const capabilitySlugs = z
  .array(
    z
      .string('Must be a string.')
      .trim()
      .meta({ enum: [...CAPABILITY_SLUGS] }),
    'Must be an array.',
  )
  .max(200, 'Must have at most 200 entries.')
  .superRefine((slugs, context) => {
    for (const slug of slugs) {
      if (!isCapabilitySlug(slug)) context.addIssue(`Unknown capability "${truncate(slug, 64)}".`);
    }
  })
  .transform((slugs) => [...new Set(slugs)]);

const name = text(255);
const plan = z.enum(PLANS);
const marketplaceCustomerId = text(255).describe("The partner's customer id with the marketplace's billing.");

/** Printed on the partner's invoices. */
const billing = {
  tax_rate: decimal(1, 6, 1).describe(
    'Part of an amount that is added as tax, as a number or a decimal string: 0.19 is 19 percent.',
  ),
  billing_name: text(255).nullable().describe('Name on invoices; null: the name of the partner.'),
  billing_address: text(1_000).nullable().describe('Address on invoices, with line breaks.'),
};

export const createPartnerBody = z.object({
  name: name.describe('Name of the company; not unique.'),
  plan: plan.default('starter').describe('It decides about the request limits.'),
  marketplace_customer_id: marketplaceCustomerId.nullish(),
  tax_rate: billing.tax_rate.default('0'),
  billing_name: billing.billing_name.optional(),
  billing_address: billing.billing_address.optional(),
});

export const updatePartnerBody = z.object({
  name: name.optional().describe('Name of the company; not unique.'),
  plan: plan
    .optional()
    .describe('It decides about the request limits; a subscription that is paid later sets it anew.'),
  status: z.enum(PARTNER_STATUSES).optional().describe('`suspended`: its keys and tokens are refused.'),
  capabilities: capabilitySlugs.nullable().optional().describe('null stands for all, [] for none.'),
  marketplace_customer_id: marketplaceCustomerId.nullable().optional(),
  tax_rate: resettable(billing.tax_rate, '0').describe('As for a new partner; null: 0.'),
  billing_name: billing.billing_name.optional(),
  billing_address: billing.billing_address.optional(),
  tax_exemption_reason: text(500)
    .nullable()
    .optional()
    .describe(
      'Why invoices have no tax, as they print it; not beside a `tax_rate`. null: the rules of the service decide.',
    ),
  payment_terms_days: integer(0, 365)
    .nullable()
    .optional()
    .describe('Days from the issue of an invoice to its due date; null: the default of the service.'),
});

/** Body that adds credits, or removes them with a negative amount. */
export const addCreditsBody = z.object({
  amount: integer(-MAX_AMOUNT, MAX_AMOUNT)
    .refine((amount) => amount !== 0, 'Must not be 0.')
    .meta({ not: { const: 0 } })
    .describe('Whole credits; a negative amount takes back what is available.'),
  reason: text(255).describe('Why, as the entry of the ledger shows it.'),
});

export const listPartnersQuery = z.object({
  in_debt: z.boolean().optional().describe('Only partners that owe credits, or only the others.'),
  ...pageQuery(),
});
