import {
  bigint,
  boolean,
  decimal,
  identity,
  integer,
  json,
  oneOf,
  type Row,
  table,
  timestamp,
  uuid,
  varchar,
} from '../../infra/database/table.ts';
import type { WriterOrder } from './prompt.ts';

/** How far the texts are: being written, left by their reader, broken off by a failure, whole. */
export const OUTPUT_STATUSES = ['writing', 'stopped', 'failed', 'completed'] as const;
export type OutputStatus = (typeof OUTPUT_STATUSES)[number];

/** What a text is to be about. */
export const writerMessageTable = table(
  'writer_message',
  {
    id: identity(),
    partner_id: bigint(),
    post_type: varchar(64),
    fields: json<WriterOrder['fields']>(),
    language: varchar(35),
    tone: varchar(100),
    /** The brand voice that was named. */
    company: bigint().nullable(),
    /** The product of it that was named. */
    product: bigint().nullable(),
    /** What voice and product said then. */
    context: json<Record<string, unknown>>(),
    creativity: decimal(),
    maximum_length: integer(),
    number_of_results: integer(),
    sandbox: boolean(),
    created_at: timestamp(),
  },
  {
    since: 'created_at',
    days: 365,
    setting: 'RETENTION_WRITER_MESSAGE_DAYS',
    // Credits may be held for a text that is being written.
    condition:
      "NOT EXISTS (SELECT 1 FROM writer_output o WHERE o.message_id = writer_message.id AND o.status = 'writing')",
  },
);
export type WriterMessageRow = Row<typeof writerMessageTable>;

/** The texts of a message for one choice of options: written, and paid, once. */
export const writerOutputTable = table('writer_output', {
  id: identity(),
  row_key: uuid(),
  message_id: bigint(),
  creativity: decimal(),
  maximum_length: integer(),
  number_of_results: integer(),
  status: oneOf(OUTPUT_STATUSES, 12),
  results: json<string[]>(),
  /** How many of the results are whole; the one after them may be there in part. */
  finished: integer(),
  prompt_version: varchar(40),
  /** Whoever writes has the token, and renews the claim while the work lasts. */
  claim_token: uuid().nullable(),
  claim_until: timestamp().nullable(),
  /** How often credits were held; the reference of the last hold has the number. */
  holds: integer(),
  held: boolean(),
  /** null: nothing was charged yet. */
  credits_charged: integer().nullable(),
  created_at: timestamp(),
  updated_at: timestamp(),
});
export type WriterOutputRow = Row<typeof writerOutputTable>;

/** A template that a partner likes. */
export const writerFavoriteTable = table('writer_favorite', {
  partner_id: bigint().key(),
  template_id: integer().key(),
  created_at: timestamp(),
});
