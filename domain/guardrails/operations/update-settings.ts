import { isDeepStrictEqual } from 'node:util';
import { invalid, notFound } from '../../kernel/errors.ts';
import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { lockPartner } from '../../kernel/limit-store.ts';
import { operation } from '../../kernel/operation.ts';
import { Problems } from '../../kernel/problems.ts';
import { NEVER_ALLOWED } from '../rule-list.ts';
import { checkGuardrails } from '../rules.ts';
import { guardrailSettingsBody } from '../schema.ts';
import { findGuardrailSettings, saveAllowedTerms } from '../store.ts';
import { type GuardrailSettings, readSettings } from './reads.ts';

/** Replaces the terms that guardrails let pass. Secrets and numbers of persons are refused, since they would pass nowhere. */
export const updateGuardrailSettings = operation({
  name: 'guardrails.update_settings',
  permission: 'manage_companies',
  params: nothing,
  input: guardrailSettingsBody,
  async prepare(_deps, call, { allowed_terms: terms }): Promise<void> {
    const problems = new Problems();
    const allowed = { partnerId: partnerOf(call), terms: [] };
    for (const [index, text] of terms.entries()) {
      const hits = await checkGuardrails({ text, donts: [], allowed });
      if (hits.some(({ rule }) => NEVER_ALLOWED.has(rule)))
        problems.add(`allowed_terms.${index}`, 'Must be no secret and no number of a person.');
    }
    const details = problems.details();
    if (details) throw invalid(details);
  },
  lock: (tx, call) => lockPartner(tx.em, partnerOf(call)),
  async change(tx, { call, input: { allowed_terms: terms } }): Promise<GuardrailSettings> {
    // The first change finds no row to lock.
    await lockPartner(tx.em, partnerOf(call));
    const before = await readSettings(tx.em, partnerOf(call));
    if (isDeepStrictEqual(before.allowed_terms, terms)) {
      tx.unchanged();
      return before;
    }
    return saveAllowedTerms(tx.em, tx.now, partnerOf(call), terms);
  },
  audit: ({ partner_id, allowed_terms }) => ({
    type: 'guardrail_settings',
    id: partner_id,
    details: { allowed_terms: allowed_terms.length },
  }),
  async recover(deps, call) {
    const found = await findGuardrailSettings(deps.db, partnerOf(call));
    if (!found) throw notFound('Guardrail settings');
    return found;
  },
});
