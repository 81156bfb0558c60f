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
const marketplaceCustomerId = text(255).describe("The partner's customer id in the marketplace's billing.");

/** Printed on the partner's invoices. */
const billing = {
  tax_rate: decimal(1, 6, 1).describe('Tax rate as a number or a decimal string: 0.19 means 19 percent.'),
  billing_name: text(255).nullable().describe("Name on invoices; null means the partner's name."),
  billing_address: text(1_000).nullable().describe('Address on invoices, with line breaks.'),
};

export const createPartnerBody = z.object({
  name: name.describe('Company name; not unique.'),
  plan: plan.default('starter').describe('Determines the request limits.'),
  marketplace_customer_id: marketplaceCustomerId.nullish(),
  tax_rate: billing.tax_rate.default('0'),
  billing_name: billing.billing_name.optional(),
  billing_address: billing.billing_address.optional(),
});

export const updatePartnerBody = z.object({
  name: name.optional().describe('Company name; not unique.'),
  plan: plan.optional().describe('Determines the request limits; a later paid subscription replaces it.'),
  status: z.enum(PARTNER_STATUSES).optional().describe('`suspended`: its keys and tokens are refused.'),
  capabilities: capabilitySlugs.nullable().optional().describe('null means all, [] none.'),
  marketplace_customer_id: marketplaceCustomerId.nullable().optional(),
  tax_rate: resettable(billing.tax_rate, '0').describe('As for a new partner; null means 0.'),
  billing_name: billing.billing_name.optional(),
  billing_address: billing.billing_address.optional(),
  tax_exemption_reason: text(500)
    .nullable()
    .optional()
    .describe(
      "Why invoices have no tax, as printed on them; not together with a `tax_rate`. null means that the service's rules decide.",
    ),
  payment_terms_days: integer(0, 365)
    .nullable()
    .optional()
    .describe("Days from issue of an invoice to its due date; null means the service's default."),
});

/** Body that adds credits, or removes them with a negative amount. */
export const addCreditsBody = z.object({
  amount: integer(-MAX_AMOUNT, MAX_AMOUNT)
    .refine((amount) => amount !== 0, 'Must not be 0.')
    .meta({ not: { const: 0 } })
    .describe('Whole credits; a negative amount takes back available credits.'),
  reason: text(255).describe('Reason shown in the ledger entry.'),
});

export const listPartnersQuery = z.object({
  in_debt: z.boolean().optional().describe('Only partners that owe credits, or only the others.'),
  ...pageQuery(),
});
