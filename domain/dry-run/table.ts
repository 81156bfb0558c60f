import {
  bigint,
  boolean,
  identity,
  integer,
  json,
  oneOf,
  type Row,
  table,
  text,
  timestamp,
  uuid,
  varchar,
} from '../../infra/database/table.ts';
import type { GuardrailHit } from '../guardrails/types.ts';
import type { Persona, Summary } from './types.ts';

/** A session is over in the last two: somebody ended it, or nobody wrote for too long. */
export const SESSION_STATUSES = ['active', 'ended', 'expired'] as const;
export type SessionStatus = (typeof SESSION_STATUSES)[number];
/** What can be asked of a session; all of it is done in the order in which it was asked. */
export const ENTRY_KINDS = ['message', 'persona', 'reset', 'end'] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];
/** How far that is. */
export const ENTRY_STATUSES = ['open', 'done', 'failed'] as const;

/** A rehearsal with an agent. */
export const dryRunSessionTable = table(
  'dry_run_session',
  {
    id: identity(),
    row_key: uuid(),
    /** By what callers name it. */
    token: varchar(48),
    partner_id: bigint(),
    agent_id: bigint(),
    /** The entry of the agent's history that it is in this session, whatever becomes of it. */
    agent_revision: integer(),
    /** Who speaks to the agent; null: nobody in particular. */
    persona: json<Persona>().nullable(),
    /** The job that the talk is about; null: none in particular. */
    capability: varchar(64).nullable(),
    /** null: the operator's own. */
    model: varchar(120).nullable(),
    /** Credits for each started 500 tokens of a reply. */
    rate: integer(),
    sandbox: boolean(),
    status: oneOf(SESSION_STATUSES, 12).default('active'),
    /** What is of the talk has greater numbers: taken when it last began anew; 0: it never did. */
    reset_at_entry: bigint().default(0),
    credits_used: integer().default(0),
    summary: json<Summary>().nullable(),
    expires_at: timestamp(),
    ended_at: timestamp().nullable(),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
  { since: 'ended_at', days: 90, setting: 'RETENTION_DRY_RUN_SESSION_DAYS' },
);
export type DryRunSessionRow = Row<typeof dryRunSessionTable>;

/** Something that was asked of a session: a message with its reply, another persona, a new beginning, the end. */
export const dryRunEntryTable = table('dry_run_entry', {
  id: identity(),
  row_key: uuid(),
  session_id: bigint(),
  kind: oneOf(ENTRY_KINDS, 12),
  status: oneOf(ENTRY_STATUSES, 12),
  /** By what the client recognises a message when it sends it again. */
  client_message_id: varchar(128).nullable(),
  content: text().nullable(),
  persona: json<Persona>().nullable(),
  /** Number of the reply in the transcript. */
  reply_id: bigint().nullable(),
  reply: text().nullable(),
  guardrails: json<GuardrailHit[]>().nullable(),
  /** Somebody reads the reply as it is written. */
  is_followed: boolean().default(false),
  /** What those who do may see of it; null: nothing yet, or the reply is there. */
  draft: text().nullable(),
  /** A sentence for the partner. */
  error: varchar(500).nullable(),
  /** How often credits were held; the reference of the last hold has the number. */
  holds: integer().default(0),
  /** What the reply cost. */
  credits: integer().nullable(),
  prompt_version: varchar(40).nullable(),
  model: varchar(120).nullable(),
  /** Tokens as the provider counted them. */
  input_tokens: integer().nullable(),
  output_tokens: integer().nullable(),
  created_at: timestamp(),
  completed_at: timestamp().nullable(),
});
export type DryRunEntryRow = Row<typeof dryRunEntryTable>;
