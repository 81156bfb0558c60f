import type { Db } from '../../kernel/deps.ts';
import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { findGuardrailSettings } from '../store.ts';
import type { GuardrailSettingsRow } from '../table.ts';

/** Settings as callers see them: before the first change there are none, and no time of it. */
export type GuardrailSettings = Pick<GuardrailSettingsRow, 'partner_id' | 'allowed_terms'> & {
  updated_at: Date | null;
};

/** Returns what guardrails let pass for the partner. */
export const getGuardrailSettings = operation({
  name: 'guardrails.get_settings',
  permission: 'view_content',
  params: nothing,
  input: nothing,
  run: ({ db }, call): Promise<GuardrailSettings> => readSettings(db, partnerOf(call)),
});

/** The partner's settings; without terms before the first change. */
export async function readSettings(db: Db, partnerId: number): Promise<GuardrailSettings> {
  return (await findGuardrailSettings(db, partnerId)) ?? { partner_id: partnerId, allowed_terms: [], updated_at: null };
}
