import {
  bigint,
  boolean,
  identity,
  integer,
  oneOf,
  type Row,
  smallint,
  table,
  timestamp,
  varchar,
} from '../../infra/database/table.ts';
import { AI_TASKS, OUTCOMES } from './rules.ts';

/** A question to the AI provider: for whom and what, and what it took. */
export const aiCallTable = table(
  'ai_call',
  {
    id: identity(),
    /** null: the operator's own. */
    partner_id: bigint().nullable(),
    task: oneOf(AI_TASKS, 12),
    /** The record that the work belongs to, such as `execution`. */
    subject_type: varchar(40).nullable(),
    subject_id: bigint().nullable(),
    /** The model that was asked. */
    model: varchar(120),
    sandbox: boolean(),
    outcome: oneOf(OUTCOMES, 16),
    /** More than one where the provider did not take or answer a form of the question. */
    requests: smallint(),
    input_tokens: integer(),
    output_tokens: integer(),
    /** Millionths of a US dollar at list price; null where the model has none. */
    price_micros: bigint().nullable(),
    duration_ms: integer(),
    created_at: timestamp(),
  },
  { since: 'created_at', days: 400, setting: 'RETENTION_AI_CALL_DAYS' },
);
export type AiCallRow = Row<typeof aiCallTable>;
