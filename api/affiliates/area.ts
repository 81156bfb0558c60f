import { z } from 'zod';
import { updateReference } from '../../domain/affiliates/operations/update-reference.ts';
import type { AffiliateRow } from '../../domain/affiliates/table.ts';
import { area } from '../area.ts';
import { datetimeSchema, one, resource } from '../resource.ts';
import { route } from '../route.ts';

/** A partner as an affiliate; the id is the partner's. */
const affiliateResource = resource({
  type: 'affiliate',
  attributes: {
    reference: z.string().describe('Identifies the partner in affiliate links; spelled as sent.'),
    created_at: datetimeSchema,
    updated_at: datetimeSchema,
  },
  present: ({ partner_id }: AffiliateRow) => ({
    id: partner_id,
  }),
});

export const affiliatesArea = area({
  tag: {
    name: 'Affiliates',
    group: 'Account',
    description: 'The references that identify partners in affiliate links.',
  },
  legacy: true,
  routes: [
    route({
      method: 'POST',
      path: '/affiliates/update-reference',
      summary: 'Set the reference that identifies the partner in affiliate links',
      operation: updateReference,
      body: one(affiliateResource),
      errors: ['CONFLICT'],
    }),
  ],
});
