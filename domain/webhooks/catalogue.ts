import { z } from 'zod';
import { COUNTED_CALLERS } from '../kernel/callers.ts';
import { jsonObject, looseText, moment, text } from '../kernel/schema.ts';
import { GRADES } from '../listings/grades.ts';
import { BILLING_TYPES } from '../orders/table.ts';

/** An event that endpoints can subscribe to. */
export interface EventType {
  name: string;
  description: string;
  /** Schema of its `data`. */
  data: z.ZodType<Record<string, unknown>>;
  /** Example for the catalogue, with the event's name among the fields. */
  example: Record<string, unknown>;
  /** Beyond the events of the product's contract: the service alone publishes it. */
  isExtension?: true;
}

const listingId = text(255).describe("The listing's id on the marketplace.");
/** Largest `data` of an event, bytes of JSON. */
const MAX_DATA_BYTES = 65_536;

/** Co-sell systems differ, so their fields pass through unchecked. */
const coSell = jsonObject(MAX_DATA_BYTES);

/** What a listing is called, as its page was last read. */
const listingName = looseText(300).describe('Title of the listing; empty if its page has none.');
const score = z.int().min(0).max(100);

/** Of a trigger that failed, or was paused. */
const failingTrigger = {
  trigger_id: z.int().positive().describe('Id of the trigger.'),
  name: text(120).describe('Name of the trigger.'),
  failures_in_a_row: z
    .int()
    .nonnegative()
    .describe('Consecutive failures since an execution of it completed, or since it was switched on.'),
  sandbox: z.literal(true).optional().describe('Created with a sandbox key.'),
};

/** All event types, in the order of the catalogue. */
export const EVENT_TYPES: readonly EventType[] = [
  {
    name: 'listing.created',
    description: 'A marketplace listing was created.',
    data: z.object({
      listing_id: listingId,
      provider: text(120).optional().describe('The marketplace: its host if the service read the listing itself.'),
      status: text(60)
        .optional()
        .describe('`published` or `unpublished` if the service read it; reporting systems use their own values.'),
    }),
    example: { event: 'listing.created', listing_id: 'prod-4x7kq2m9ab', provider: 'marketplace', status: 'draft' },
  },
  {
    name: 'listing.updated',
    description: 'A marketplace listing was changed.',
    data: z.object({
      listing_id: listingId,
      changes: z.array(text(120)).max(200).describe('Names of the changed parts.'),
    }),
    example: { event: 'listing.updated', listing_id: 'prod-4x7kq2m9ab', changes: ['title', 'highlights'] },
  },
  {
    name: 'listing.published',
    description: 'A marketplace listing was published.',
    data: z.object({
      listing_id: listingId,
      published_at: moment.transform((at) => at.toISOString()).describe('When it was published.'),
    }),
    example: { event: 'listing.published', listing_id: 'prod-4x7kq2m9ab', published_at: '2026-03-02T09:30:00.000Z' },
  },
  {
    name: 'listing.failed',
    description: 'Processing a marketplace listing failed.',
    data: z.object({ listing_id: listingId, error: text(2_000) }),
    example: { event: 'listing.failed', listing_id: 'prod-4x7kq2m9ab', error: 'The listing page could not be read.' },
  },
  {
    name: 'cosell.created',
    description: 'A co-sell opportunity was created.',
    data: coSell,
    example: { event: 'cosell.created', opportunity_id: 'opp-1842', stage: 'prospect' },
  },
  {
    name: 'cosell.updated',
    description: 'A co-sell opportunity was changed.',
    data: coSell,
    example: { event: 'cosell.updated', opportunity_id: 'opp-1842', stage: 'qualified' },
  },
  {
    name: 'cosell.completed',
    description: 'A co-sell opportunity was completed.',
    data: coSell,
    example: { event: 'cosell.completed', opportunity_id: 'opp-1842', outcome: 'won' },
  },
  {
    name: 'content.generated',
    description: 'An execution ended; its content is on the board.',
    data: z.object({
      execution_id: z.int().positive().describe('The execution that ended.'),
      status: z
        .enum(['completed', 'failed', 'cancelled'])
        .describe('How it ended; the last two only for executions with `notify_on_complete`.'),
      content_item_ids: z
        .array(z.int().positive())
        .max(1_000)
        .describe('Content items that are now on the board; empty unless it is `completed`.'),
      sandbox: z.literal(true).optional().describe('Executed with a sandbox key.'),
    }),
    example: { event: 'content.generated', execution_id: 512, status: 'completed', content_item_ids: [90, 91] },
  },
  {
    name: 'invoice.overdue',
    description: 'An invoice became overdue: it was not paid by its due date.',
    data: z.object({
      invoice_number: text(30).describe('Number of the invoice, as used in its address.'),
      billing_type: z.enum(BILLING_TYPES).describe('What the invoice is for.'),
      currency: text(3).describe('ISO 4217 code of the amounts.'),
      total_amount: z.number().describe('Tax included.'),
      amount_due: z.number().describe('Remaining amount.'),
      due_at: moment.transform((at) => at.toISOString()).describe('When it was due.'),
    }),
    example: {
      event: 'invoice.overdue',
      invoice_number: 'INV-2026-000042',
      billing_type: 'marketplace_usage',
      currency: 'EUR',
      total_amount: 119,
      amount_due: 69,
      due_at: '2026-03-31T01:00:00.000Z',
    },
    isExtension: true,
  },
  {
    name: 'credits.low',
    description: 'The credit balance fell below the warning threshold.',
    data: z.object({
      balance: z.int().nonnegative().describe('Credits, including those held for running work.'),
      threshold: z.int().nonnegative().describe('The threshold.'),
    }),
    example: { event: 'credits.low', balance: 96, threshold: 100 },
    isExtension: true,
  },
  {
    name: 'credits.exhausted',
    description: 'The credits are used up; new work is refused until more are bought.',
    data: z.object({ balance: z.literal(0).describe('Always 0; includes held credits.') }),
    example: { event: 'credits.exhausted', balance: 0 },
    isExtension: true,
  },
  {
    name: 'content.commented',
    description: 'Someone commented on a content item, or replied to a comment.',
    data: z.object({
      content_item_id: z.int().positive().describe('The item that is commented on.'),
      comment_id: z.int().positive().describe('The new comment.'),
      parent_id: z
        .int()
        .positive()
        .nullable()
        .describe('The comment that started the thread; null if this is that comment.'),
      author: z
        .object({
          kind: z
            .enum(COUNTED_CALLERS)
            .describe(
              '`user`: a person; `partner_key`: an API key, identified by the first of its rotations; `client`: an OAuth client.',
            ),
          id: z.int().positive(),
        })
        .describe('Who wrote the comment.'),
      mentions: z.array(z.int().positive()).max(20).describe('Numbers of the people mentioned.'),
      sandbox: z.literal(true).optional().describe('The item was made with a sandbox key.'),
    }),
    example: {
      event: 'content.commented',
      content_item_id: 90,
      comment_id: 14,
      parent_id: null,
      author: { kind: 'user', id: 7 },
      mentions: [8],
    },
    isExtension: true,
  },
  {
    name: 'content.approved',
    description: 'The text of a content item was approved.',
    data: z.object({
      content_item_id: z.int().positive().describe('The item whose text was approved.'),
      version: z.int().positive().describe('The version that was approved.'),
      approved_by: text(40).describe('Who approved it, such as `user:7`.'),
      sandbox: z.literal(true).optional().describe('The item was made with a sandbox key.'),
    }),
    example: { event: 'content.approved', content_item_id: 90, version: 3, approved_by: 'user:7' },
    isExtension: true,
  },
  {
    name: 'trigger.failed',
    description:
      'A trigger could not start its execution, or the execution failed; sent at most once a day for each trigger.',
    data: z.object({
      ...failingTrigger,
      result: text(20).describe('The result: a firing result, or `execution_failed`.'),
      execution_id: z.int().positive().nullable().describe('The execution that failed; null if none was started.'),
    }),
    example: {
      event: 'trigger.failed',
      trigger_id: 12,
      name: 'A post for each change',
      failures_in_a_row: 1,
      result: 'value_missing',
      execution_id: null,
    },
    isExtension: true,
  },
  {
    name: 'trigger.paused',
    description: 'The service switched a trigger off.',
    data: z.object({ ...failingTrigger, reason: text(20).describe("Same as the trigger's `pause_reason`.") }),
    example: {
      event: 'trigger.paused',
      trigger_id: 12,
      name: 'A post for each change',
      failures_in_a_row: 3,
      reason: 'failures',
    },
    isExtension: true,
  },
  {
    name: 'listing.score_changed',
    description: 'The score of a listing changed since it was last scored with the same category, keyword and domain.',
    data: z.object({
      listing_id: listingId,
      name: listingName,
      url: text(2_048).describe('Address of its public page.'),
      score: score.describe('The new score, 0 to 100.'),
      score_before: score.describe('The previous score, 0 to 100.'),
      grade: z.enum(GRADES).describe('Grade of the new score.'),
      grade_before: z.enum(GRADES).describe('Grade of the previous score.'),
      analysis_id: z.int().positive().describe('The analysis, with what to improve.'),
    }),
    example: {
      event: 'listing.score_changed',
      listing_id: 'prod-4x7kq2m9ab',
      name: 'Northwind Shield',
      url: 'https://marketplace.example.com/marketplace/pp/prod-4x7kq2m9ab',
      score: 64,
      score_before: 81,
      grade: 'C',
      grade_before: 'B',
      analysis_id: 377,
    },
    isExtension: true,
  },
  {
    name: 'listing.rescoring_paused',
    description: 'A listing could not be read several times in a row, so the service stopped its automatic rescoring.',
    data: z.object({
      listing_id: listingId,
      name: listingName,
      failures_in_a_row: z.int().positive().describe('Consecutive scheduled analyses that could not read it.'),
      error: looseText(2_000).describe('Why the last attempt failed.'),
    }),
    example: {
      event: 'listing.rescoring_paused',
      listing_id: 'prod-4x7kq2m9ab',
      name: 'Northwind Shield',
      failures_in_a_row: 5,
      error: 'The listing page could not be read.',
    },
    isExtension: true,
  },
];

const BY_NAME = new Map(EVENT_TYPES.map((type) => [type.name, type]));

/** An event type by name, or undefined. */
export function findEventType(name: string): EventType | undefined {
  return BY_NAME.get(name);
}

/** Names of all event types. */
export const EVENT_NAMES: readonly string[] = EVENT_TYPES.map((type) => type.name);

/** Names of the events that upstream systems may report. */
export const REPORTED_NAMES: readonly string[] = EVENT_TYPES.filter(({ isExtension }) => !isExtension).map(
  (type) => type.name,
);
