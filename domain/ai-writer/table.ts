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
import type { OwnDefinition } from './own/definition.ts';
import type { PinnedTemplate } from './own/pinned.ts';
import type { WriterOrder } from './prompt.ts';
import { TEMPLATE_CATEGORIES } from './types.ts';

/** In order: being written, left by the reader, broken off by a failure, complete. */
export const OUTPUT_STATUSES = ['writing', 'stopped', 'failed', 'completed'] as const;
export type OutputStatus = (typeof OUTPUT_STATUSES)[number];

/** A request for texts. */
export const writerMessageTable = table(
  'writer_message',
  {
    id: identity(),
    partner_id: bigint(),
    post_type: varchar(64),
    /** What it has copied of a template of the partner's own; null: one of the platform's. */
    template: json<PinnedTemplate>().nullable(),
    fields: json<WriterOrder['fields']>(),
    language: varchar(35),
    tone: varchar(100),
    /** The brand voice in the request. */
    company: bigint().nullable(),
    /** The product in the request. */
    product: bigint().nullable(),
    /** Content of voice and product at that time. */
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
  { personal: ['text'] },
);
export type WriterMessageRow = Row<typeof writerMessageTable>;

/** The texts of a message for one combination of options: written, and charged, once. */
export const writerOutputTable = table(
  'writer_output',
  {
    id: identity(),
    row_key: uuid(),
    message_id: bigint(),
    creativity: decimal(),
    maximum_length: integer(),
    number_of_results: integer(),
    status: oneOf(OUTPUT_STATUSES, 12),
    results: json<string[]>(),
    /** Number of complete results; the next one may be partial. */
    finished: integer(),
    prompt_version: varchar(40),
    /** Token of the process that writes and renews the claim. */
    claim_token: uuid().nullable(),
    claim_until: timestamp().nullable(),
    /** Number of holds; the reference of the last hold contains it. */
    holds: integer(),
    held: boolean(),
    /** null: not charged yet. */
    credits_charged: integer().nullable(),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
  { with: 'writer_message' },
  { personal: ['text'], of: [{ to: 'writer_message', by: 'message_id' }] },
);
export type WriterOutputRow = Row<typeof writerOutputTable>;

/** A partner's own template. */
export const writerTemplateTable = table(
  'writer_template',
  {
    id: identity(),
    partner_id: bigint(),
    slug: varchar(64),
    name: varchar(120),
    description: varchar(1000),
    category: oneOf(TEMPLATE_CATEGORIES, 20),
    definition: json<OwnDefinition>(),
    /** Counts its changes. */
    version: integer(),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
  { because: 'Partners delete their own.' },
  { personal: ['text'] },
);
export type WriterTemplateRow = Row<typeof writerTemplateTable>;

/** A partner's favourite template. */
export const writerFavoriteTable = table(
  'writer_favorite',
  {
    partner_id: bigint().key(),
    template_id: integer().key(),
    created_at: timestamp(),
  },
  { because: 'At most one for each partner and template.' },
  { personal: [] },
);
