import { bigint, type Row, table, textArray, timestamp } from '../../infra/database/table.ts';

/** What guardrails let pass for a partner; a partner without a row allows nothing. */
export const guardrailSettingsTable = table(
  'guardrail_settings',
  {
    partner_id: bigint().key(),
    allowed_terms: textArray(),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
  { because: 'One row for each partner.' },
  { personal: ['text'] },
);
export type GuardrailSettingsRow = Row<typeof guardrailSettingsTable>;
