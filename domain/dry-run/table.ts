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

/** Who speaks to the agent. */
export interface Persona {
  name: string | null;
  role: string | null;
  goals: string | string[] | null;
  tone: string | null;
}

/** An entry of the transcript. */
export interface TranscriptMessage {
  /** Unique within the transcript. */
  id: number;
  role: 'user' | 'assistant';
  content: string;
  /** Price in credits. */
  credits: number;
  created_at: Date;
}

/** An answered message. */
export interface Exchange {
  message: string;
  reply: string;
}

/** Summary of a session. */
export interface Summary {
  /** 0 to 100; null when no message was answered or failed. */
  score: number | null;
  criteria: Criterion[];
  messages: number;
  replies: number;
  /** Messages that got no reply because the AI failed. */
  failed: number;
  /** Replies that a guardrail withheld. */
  withheld: number;
  /** Replies flagged for review. */
  flagged: number;
  guardrails: (Omit<GuardrailHit, 'message'> & { hits: number })[];
  persona_changes: number;
  resets: number;
  credits_used: number;
  /** From a message to its reply, milliseconds; null without replies. */
  average_reply_ms: number | null;
  duration_seconds: number;
}

/** A part of the score: `points` are its weight times the share of messages that meet it. */
export interface Criterion {
  name: 'answered' | 'safe' | 'clean';
  weight: number;
  points: number;
}

/** The last two are final: ended by a request, or expired after a time without messages. */
export const SESSION_STATUSES = ['active', 'ended', 'expired'] as const;
export type SessionStatus = (typeof SESSION_STATUSES)[number];
/** Requests to a session, processed in order. */
export const ENTRY_KINDS = ['message', 'persona', 'reset', 'end'] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];
/** A failed entry can be opened again by a repeat. */
export const ENTRY_STATUSES = ['open', 'done', 'failed'] as const;

/** A simulated conversation with an agent. */
export const dryRunSessionTable = table(
  'dry_run_session',
  {
    id: identity(),
    row_key: uuid(),
    /** Public id in paths. */
    token: varchar(48),
    partner_id: bigint(),
    agent_id: bigint(),
    /** The agent revision that the session uses, even when the agent changes. */
    agent_revision: integer(),
    /** Who speaks to the agent; null: unspecified. */
    persona: json<Persona>().nullable(),
    /** The job that the conversation is about; null: unspecified. */
    capability: varchar(64).nullable(),
    /** null: the operator's default. */
    model: varchar(120).nullable(),
    /** Credits for each started 500 tokens of a reply. */
    rate: integer(),
    sandbox: boolean(),
    status: oneOf(SESSION_STATUSES, 12).default('active'),
    /** Entries above this id belong to the current conversation. Set by a reset; 0 without one. */
    reset_at_entry: bigint().default(0),
    credits_used: integer().default(0),
    summary: json<Summary>().nullable(),
    expires_at: timestamp(),
    ended_at: timestamp().nullable(),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
  { since: 'ended_at', days: 90, setting: 'RETENTION_DRY_RUN_SESSION_DAYS' },
  { personal: ['text'] },
);
export type DryRunSessionRow = Row<typeof dryRunSessionTable>;

/** A request to a session: a message with its reply, another persona, a reset, or the end. */
export const dryRunSessionEntryTable = table(
  'dry_run_entry',
  {
    id: identity(),
    row_key: uuid(),
    session_id: bigint(),
    kind: oneOf(ENTRY_KINDS, 12),
    status: oneOf(ENTRY_STATUSES, 12),
    /** The client's id of the message, to recognise a repeat. */
    client_message_id: varchar(128).nullable(),
    content: text().nullable(),
    persona: json<Persona>().nullable(),
    /** Position of the reply in the transcript. */
    reply_id: bigint().nullable(),
    reply: text().nullable(),
    guardrails: json<GuardrailHit[]>().nullable(),
    /** Whether somebody reads the reply while it is written. */
    is_followed: boolean().default(false),
    /** Visible part of the unfinished reply; null: nothing yet, or the reply is finished. */
    draft: text().nullable(),
    /** Message for the partner. */
    error: varchar(500).nullable(),
    /** Number of holds so far; part of the reference of the last hold. */
    holds: integer().default(0),
    /** Price of the reply. */
    credits: integer().nullable(),
    prompt_version: varchar(40).nullable(),
    model: varchar(120).nullable(),
    /** Tokens as counted by the provider. */
    input_tokens: integer().nullable(),
    output_tokens: integer().nullable(),
    created_at: timestamp(),
    completed_at: timestamp().nullable(),
  },
  { with: 'dry_run_session' },
  { personal: ['text'], of: [{ to: 'dry_run_session', by: 'session_id' }] },
);
export type DryRunSessionEntryRow = Row<typeof dryRunSessionEntryTable>;
