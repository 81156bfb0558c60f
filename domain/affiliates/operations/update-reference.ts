import { z } from 'zod';
import { conflict, notFound } from '../../kernel/errors.ts';
import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { findAffiliate, saveReference } from '../store.ts';
import type { AffiliateRow } from '../table.ts';

const updateReferenceBody = z.object({
  reference: z
    .string('Must be a string.')
    .trim()
    .regex(/^[A-Za-z0-9_-]{3,64}$/, 'Must be 3 to 64 of the characters A-Z, a-z, 0-9, _ and -.')
    .describe('The reference that identifies the partner in affiliate links; unique in any letter case.'),
});

/** Sets the partner's reference in affiliate links. */
export const updateReference = operation({
  name: 'affiliates.update_reference',
  permission: 'manage_companies',
  params: nothing,
  input: updateReferenceBody,
  async change(tx, { call, input: { reference } }): Promise<AffiliateRow> {
    const before = await findAffiliate(tx.em, partnerOf(call));
    if (before?.reference === reference) {
      tx.unchanged();
      return before;
    }
    const saved = await saveReference(tx.em, tx.now, partnerOf(call), reference);
    if (!saved) throw conflict('Another partner has this reference.');
    return saved;
  },
  audit: ({ partner_id, reference }) => ({ type: 'affiliate', id: partner_id, details: { reference } }),
  async recover(deps, call) {
    const found = await findAffiliate(deps.db, partnerOf(call));
    if (!found) throw notFound('Affiliate');
    return found;
  },
});
