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
import { AI_CALL_TASKS, OUTCOMES } from './rules.ts';

/** A call to the AI provider with its purpose, tokens and price. */
export const aiCallTable = table(
  'ai_call',
  {
    id: identity(),
    /** null: a call of the operator. */
    partner_id: bigint().nullable(),
    task: oneOf(AI_CALL_TASKS, 12),
    /** Type of the record that the call belongs to, such as `execution`. */
    subject_type: varchar(40).nullable(),
    subject_id: bigint().nullable(),
    /** The requested model. */
    model: varchar(120),
    sandbox: boolean(),
    outcome: oneOf(OUTCOMES, 16),
    /** Above 1 when the provider rejected or did not answer a form of the request. */
    requests: smallint(),
    input_tokens: integer(),
    output_tokens: integer(),
    /** Millionths of a US dollar at list price; null when the model has none. */
    price_micros: bigint().nullable(),
    duration_ms: integer(),
    created_at: timestamp(),
  },
  { since: 'created_at', days: 400, setting: 'RETENTION_AI_CALL_DAYS' },
  { personal: [] },
);
export type AiCallRow = Row<typeof aiCallTable>;
