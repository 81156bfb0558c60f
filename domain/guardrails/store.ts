import type { EntityManager } from 'typeorm';
import { findRecord } from '../../infra/database/records.ts';
import { queryRow } from '../../infra/database/sql.ts';
import type { Db } from '../kernel/deps.ts';
import { type GuardrailSettingsRow, guardrailSettingsTable } from './table.ts';
import type { PartnerTerms } from './types.ts';

/** The partner's settings; null when it has never set any. */
export function findGuardrailSettings(db: Db, partnerId: number): Promise<GuardrailSettingsRow | null> {
  return findRecord(db, guardrailSettingsTable, { partner_id: partnerId });
}

/** The partner's allowed terms, as they are now: a text that was stopped may pass when it is made again. */
export async function findAllowedTerms(db: Db, partnerId: number): Promise<PartnerTerms> {
  return { partnerId, terms: (await findGuardrailSettings(db, partnerId))?.allowed_terms ?? [] };
}

/** Replaces the partner's allowed terms. */
export function saveAllowedTerms(
  em: EntityManager,
  now: Date,
  partnerId: number,
  terms: readonly string[],
): Promise<GuardrailSettingsRow> {
  return queryRow(
    em,
    guardrailSettingsTable,
    `INSERT INTO guardrail_settings (partner_id, allowed_terms, created_at, updated_at) VALUES ($2, $3, $1, $1)
     ON CONFLICT (partner_id) DO UPDATE SET allowed_terms = excluded.allowed_terms, updated_at = excluded.updated_at RETURNING *`,
    [now, partnerId, terms],
  );
}
