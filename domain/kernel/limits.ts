import type { EntityManager } from 'typeorm';
import { conflict } from './errors.ts';
import { lockPartner } from './limit-store.ts';

/** How many records there may be: by default, what they are called, and what to do when there are as many. */
interface Limit {
  most: number;
  /** In the plural. */
  records: string;
  /** Whose they are; the partner's unless given. */
  of?: 'item' | 'message' | 'session';
  advice: string;
}

const DELETE = 'delete one first';

/**
 * What a partner can add without paying for it, and how many of each there may be. Generous: they are there so that
 * nobody fills the database or makes a list that cannot be shown. Operators set others by `LIMIT_<NAME>`.
 */
export const LIMITS = {
  agent_evaluations: { most: 50, records: 'evaluations of agents', advice: DELETE },
  agents: { most: 100, records: 'agents', advice: 'change one instead' },
  brand_voices: { most: 200, records: 'brand voices', advice: DELETE },
  campaigns: { most: 500, records: 'campaigns', advice: DELETE },
  case_studies: { most: 10_000, records: 'case studies', advice: DELETE },
  events: { most: 200_000, records: 'events on the schedule', advice: DELETE },
  event_series: { most: 2_000, records: 'series of events', advice: DELETE },
  keys: { most: 100, records: 'API keys that are not revoked', advice: 'revoke one first' },
  knowledge_bases: { most: 50, records: 'knowledge bases', advice: DELETE },
  content_favorites: { most: 1_000, records: 'favorite content items', advice: 'remove one first' },
  content_tags: { most: 200, records: 'tags of content items', advice: DELETE },
  comments: { most: 100_000, records: 'comments on content items', advice: DELETE },
  // Plans have less.
  image_bytes: { most: 21_474_836_480, records: 'bytes of images', advice: 'delete an image first' },
  item_comments: { most: 1_000, records: 'comments', of: 'item', advice: DELETE },
  item_images: { most: 50, records: 'images', of: 'item', advice: DELETE },
  // A base may have all of them.
  knowledge_bytes: {
    most: 10_737_418_240,
    records: 'bytes of documents in all knowledge bases',
    advice: 'delete a document first',
  },
  knowledge_documents: { most: 25_000, records: 'documents in all knowledge bases', advice: DELETE },
  knowledge_evaluations: { most: 50, records: 'evaluations of knowledge bases', advice: DELETE },
  knowledge_passages: { most: 100_000, records: 'passages in all documents', advice: 'delete a document first' },
  oauth_clients: { most: 100, records: 'OAuth clients', advice: DELETE },
  rescored_listings: {
    most: 200,
    records: 'listings that are scored again by a schedule',
    advice: 'switch one off first',
  },
  saved_filters: { most: 50, records: 'saved filters', advice: DELETE },
  saved_texts: { most: 100_000, records: 'content items', advice: 'no more can be saved' },
  session_messages: { most: 1_000, records: 'messages', of: 'session', advice: 'start another session' },
  text_bytes: {
    most: 2_147_483_648,
    records: 'bytes of content items with their versions',
    advice: 'nothing can be saved by hand until the operator allows more',
  },
  triggers: { most: 100, records: 'triggers', advice: DELETE },
  users: { most: 1_000, records: 'users', advice: 'disable one and ask the operator for more' },
  // The list of all of them by category has room for these, as JSON.
  workflow_template_bytes: {
    most: 262_144,
    records: 'bytes of workflow templates',
    advice: 'delete one or make one shorter first',
  },
  workflow_templates: { most: 100, records: 'workflow templates of your own', advice: DELETE },
  writer_templates: { most: 50, records: 'templates of the writer of your own', advice: DELETE },
  writer_outputs: { most: 20, records: 'outputs', of: 'message', advice: 'make another message' },
} as const satisfies Record<string, Limit>;

/** Name of a limit. */
export type LimitName = keyof typeof LIMITS;

/** The limits that apply: the defaults with those of the operator. */
export type Limits = Readonly<Record<LimitName, number>>;

/** The limits by the settings `LIMIT_<NAME>`, by their names in full. Throws for a name that no limit has. */
export function limitsOf(settings: Readonly<Record<string, number>>): Limits {
  const limits: Record<string, number> = Object.fromEntries(
    Object.entries(LIMITS).map(([name, { most }]) => [name, most]),
  );
  for (const [setting, most] of Object.entries(settings)) {
    const name = setting.replace(/^LIMIT_/, '').toLowerCase();
    if (!Object.hasOwn(limits, name)) throw new Error(`There is no limit ${setting}.`);
    limits[name] = most;
  }
  return limits as Limits;
}

/** The sentence for the partner when a limit is reached. */
export function limitReached(name: LimitName, most: number): string {
  const { records, advice, of }: Limit = LIMITS[name];
  const who = of === undefined ? 'You have' : `This ${of} has`;
  return `${who} ${most} ${records}, which is the most there may be; ${advice}.`;
}

/**
 * Throws CONFLICT where a partner has as many records as it may have. Its limits are locked until the transaction ends, so
 * that of two additions at once only one takes the last place.
 */
export function requireWithinLimit(
  em: EntityManager,
  limits: Limits,
  name: LimitName,
  { partnerId, count }: { partnerId: number; count: () => Promise<number> },
): Promise<void> {
  return requireWithinLimits(em, limits, partnerId, { [name]: count });
}

/** The same for several limits at once, each with its count, in their order. */
export async function requireWithinLimits(
  em: EntityManager,
  limits: Limits,
  partnerId: number,
  counts: Readonly<Partial<Record<LimitName, () => Promise<number>>>>,
): Promise<void> {
  await lockPartner(em, partnerId);
  for (const [name, count] of Object.entries(counts) as [LimitName, () => Promise<number>][]) {
    const most: number = limits[name];
    if ((await count()) >= most) throw conflict(limitReached(name, most));
  }
}
