import { z } from 'zod';
import {
  capabilities,
  content,
  itemCount,
  name,
  optionalDay,
  optionalText,
  phrases,
  promptText,
  step,
  timing,
  voice,
} from '../capabilities/define.ts';
import type { Feature } from '../capabilities/feature.ts';
import type { ScheduleEntry } from '../capabilities/types.ts';
import type { SettledItem } from '../content-items/draft-store.ts';
import type { Ids, Tx } from '../kernel/deps.ts';
import { cancelFutureEvents, insertEvents, type NewEvent, renameEvents, selectEventOfItems } from './event-store.ts';
import { occupiedRange } from './rules.ts';
import { eventTitle, MAX_TITLE_CHARACTERS, schedule } from './schedule-step.ts';

/** Capabilities that schedule events. */
const ENTRIES = capabilities([
  {
    slug: 'schedule_social_posts',
    name: 'Scheduled social posts',
    description: 'Writes social posts and puts them into the schedule.',
    settings: z.object({
      topic: promptText('What the posts are about.'),
      ...voice(),
      keywords: phrases('Terms or hashtags to use.'),
      ...itemCount('social_post', 1, 10, 5),
      start_date: optionalDay('Day of the first post'),
      ...timing(),
    }),
    prompt_settings: ['topic'],
    default_plan: [
      step('posts', 'Write the social posts', 'write', [], content('social_post', 15, 70, 5)),
      step('dates', 'Schedule the posts', 'schedule', ['posts'], { type: 'schedule' }),
    ],
    optional_kinds: ['research', 'ideate'],
    brief: 'You run the social channels of a company. Each post makes a single point, and the series tells one story.',
  },
  {
    slug: 'schedule_email_campaign',
    name: 'Scheduled email campaign',
    description: 'Writes a sequence of emails and puts them into the schedule.',
    settings: z.object({
      topic: promptText('What the campaign is about and what it should achieve.'),
      ...voice(),
      call_to_action: optionalText('What the reader should do.', 300),
      ...itemCount('email_draft', 1, 7, 3),
      start_date: optionalDay('Day of the first email'),
      ...timing(),
    }),
    prompt_settings: ['topic'],
    default_plan: [
      step('emails', 'Write the emails', 'write', [], content('email_draft', 70, 220, 3)),
      step('dates', 'Schedule the emails', 'schedule', ['emails'], { type: 'schedule' }),
    ],
    optional_kinds: ['research', 'outline'],
    brief:
      'You run email campaigns for business buyers. Each email has one purpose, and the sequence leads from interest to action.',
  },
  {
    slug: 'schedule_blog_series',
    name: 'Scheduled blog series',
    description: 'Writes a series of blog posts on one theme and puts them into the schedule.',
    settings: z.object({
      topic: promptText('The theme that the series goes through.'),
      ...voice(),
      keywords: phrases('Search terms to spread over the series.'),
      ...itemCount('blog_post', 2, 4, 3),
      start_date: optionalDay('Day of the first post'),
      ...timing(),
    }),
    prompt_settings: ['topic'],
    default_plan: [
      step('parts', 'Divide the theme', 'outline', [], null),
      step('articles', 'Write the blog posts', 'write', ['parts'], content('blog_post', 250, 500, 3)),
      step('dates', 'Schedule the series', 'schedule', ['articles'], { type: 'schedule' }),
    ],
    optional_kinds: ['research', 'ideate'],
    brief:
      'You write blog series for software companies. Each post stands alone, and together they cover the theme without repetition.',
  },
  {
    slug: 'launch_calendar',
    name: 'Launch calendar',
    description: 'Plans the dates around a product launch, from the first preview to the follow-up.',
    settings: z.object({
      product_name: name('Name of the product to launch.'),
      launch_date: optionalDay('Day of the launch; left out, three weeks from now'),
      timezone: timing().timezone,
    }),
    prompt_settings: [],
    default_plan: [step('calendar', 'Plan the launch dates', 'schedule', [], { type: 'schedule' })],
    optional_kinds: ['ideate'],
    brief:
      'You plan product launches. Dates leave the team enough time to prepare and the audience enough time to notice.',
  },
  {
    slug: 'webinar_promotion',
    name: 'Webinar promotion',
    description: 'Writes invitations to a webinar, as emails and social posts, and schedules them up to the day.',
    settings: z.object({
      topic: promptText('What the webinar is about and who speaks.'),
      webinar_date: optionalDay('Day of the webinar; left out, it follows the last invitation'),
      ...voice(),
      registration_link: optionalText('Address where people register.', 500),
      ...itemCount('email_draft', 1, 4, 2),
      ...itemCount('social_post', 1, 6, 3),
      ...timing(),
    }),
    prompt_settings: ['topic'],
    default_plan: [
      step('emails', 'Write the invitations', 'write', [], content('email_draft', 60, 200, 2)),
      step('posts', 'Write the social posts', 'write', [], content('social_post', 15, 70, 3)),
      step('dates', 'Schedule the promotion', 'schedule', ['emails', 'posts'], { type: 'schedule' }),
    ],
    optional_kinds: ['research'],
    brief: 'You promote webinars. Say what the participant will learn, when it takes place, and how to register.',
  },
]);

/**
 * Steps that schedule dates, which become events when the execution settles. Cancelling the execution cancels its
 * events.
 */
export const scheduleFeature: Feature = {
  entries: ENTRIES,
  stepKinds: [schedule],
  async settled(tx, ids, { output, ...planned }) {
    if (output.type !== 'schedule') return null;
    return { ...output, entries: await insertFromSchedule(tx, ids, { ...planned, entries: output.entries }) };
  },
  cancelled: cancelEventsOf,
  itemEvents: selectEventOfItems,
  async itemRenamed(tx, { from, to, ...item }) {
    // Programs that create events may cut a long title anywhere.
    const names = [eventTitle(from), from, from.slice(0, MAX_TITLE_CHARACTERS)];
    for (const id of await renameEvents(tx.em, tx.now, { ...item, from: names, to: eventTitle(to) }))
      tx.audit({ type: 'gtm_event', id, partnerId: item.partnerId, details: { fields: ['title'] } });
  },
};

/** Dates that a step of an execution has scheduled. */
interface PlannedDates {
  executionId: number;
  partnerId: number;
  sandbox: boolean;
  /** Settings of the execution; their time zone is the one of the business hours. */
  settings: Record<string, unknown>;
  step: string;
  entries: readonly ScheduleEntry[];
  /** Content items of the execution. */
  items: readonly SettledItem[];
}

/**
 * Inserts an event for each date, once, in the settling transaction. Returns the entries with the ids of their events
 * and content items.
 */
async function insertFromSchedule(tx: Tx, ids: Ids, planned: PlannedDates): Promise<ScheduleEntry[]> {
  const { executionId, partnerId, sandbox, settings, step, items } = planned;
  const timezone = typeof settings['timezone'] === 'string' ? settings['timezone'] : 'UTC';
  const entries = planned.entries.map(({ draft, ...entry }) => {
    const item = draft && items.find((one) => one.step === draft.step && one.ordinal === draft.ordinal);
    return { ...entry, ...(item && { content_item_id: item.id }), event_id: `evt_${ids.ulid(tx.now)}` };
  });
  const events = entries.map((entry, ordinal): NewEvent => {
    const times = { scheduled_at: new Date(entry.scheduled_at), end_at: null, all_day: false, timezone };
    return {
      id: entry.event_id,
      partner_id: partnerId,
      title: entry.title,
      description: entry.description,
      ...times,
      ...occupiedRange(times),
      event_type: entry.event_type,
      channel: entry.channel,
      campaign_id: null,
      content_item_id: entry.content_item_id ?? null,
      execution_id: executionId,
      step,
      ordinal,
      sandbox,
    };
  });
  await insertEvents(tx.em, tx.now, events);
  for (const { id } of events) tx.audit({ type: 'gtm_event', id, partnerId });
  return entries;
}

/** Cancels the events of a cancelled or archived execution that have not begun. */
async function cancelEventsOf(tx: Tx, execution: { id: number; partner_id: number }): Promise<void> {
  for (const id of await cancelFutureEvents(tx.em, tx.now, execution.id)) {
    tx.audit({ type: 'gtm_event', id, partnerId: execution.partner_id });
  }
}
