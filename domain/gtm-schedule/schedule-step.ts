import type {
  ContentType,
  DraftContent,
  ScheduleEntry,
  StepContext,
  StepKindDefinition,
} from '../capabilities/types.ts';
import { cutAtWord, oneLine } from '../kernel/words.ts';
import { addBusinessDays, businessDay, type Day, dayOf, momentAt } from './business-days.ts';

/** What an event's title has room for. */
export const MAX_TITLE_CHARACTERS = 200;
const MAX_DESCRIPTION_CHARACTERS = 300;
const DEFAULT_DAYS_BETWEEN = 2;
/** Business days between acceptance and the first date, for review. */
const LEAD_DAYS = 2;
/** Business days from acceptance to a launch without a given date. */
const DEFAULT_LAUNCH_DAYS = 15;

/** Local hour at which each channel publishes. */
const HOURS: Record<ScheduleEntry['channel'], number> = {
  blog: 9,
  email: 10,
  socialnet: 12,
  videonet: 14,
  microblog: 15,
};

type Slot = Pick<ScheduleEntry, 'channel' | 'event_type'>;

/** Where each content type is published; several channels alternate. */
const SLOTS: Record<ContentType, readonly [Slot, ...Slot[]]> = {
  blog_post: [{ channel: 'blog', event_type: 'blog_post' }],
  text_content: [{ channel: 'blog', event_type: 'blog_post' }],
  product_description: [{ channel: 'blog', event_type: 'product_launch' }],
  email_draft: [{ channel: 'email', event_type: 'email_campaign' }],
  social_post: [
    { channel: 'socialnet', event_type: 'social_post' },
    { channel: 'microblog', event_type: 'social_post' },
  ],
};

/** Milestones of a launch without drafts; `days` are business days relative to the launch. */
const MILESTONES: readonly (Slot & { days: number; title: string; description: string })[] = [
  {
    days: -10,
    channel: 'blog',
    event_type: 'blog_post',
    title: 'Preview article',
    description: 'Explain the problem and announce that a solution is coming.',
  },
  {
    days: -7,
    channel: 'email',
    event_type: 'email_campaign',
    title: 'Webinar invitation',
    description: 'Invite the audience to the webinar.',
  },
  {
    days: -5,
    channel: 'socialnet',
    event_type: 'social_post',
    title: 'Countdown post',
    description: 'Name the launch date and what to expect.',
  },
  {
    days: -3,
    channel: 'videonet',
    event_type: 'webinar',
    title: 'Preview webinar',
    description: 'Show the product and answer questions.',
  },
  {
    days: 0,
    channel: 'blog',
    event_type: 'product_launch',
    title: 'Launch',
    description: 'Publish the listing and the announcement.',
  },
  {
    days: 0,
    channel: 'email',
    event_type: 'email_campaign',
    title: 'Launch email',
    description: 'Tell the audience that the product is available.',
  },
  {
    days: 0,
    channel: 'microblog',
    event_type: 'social_post',
    title: 'Launch post',
    description: 'Link to the announcement.',
  },
  {
    days: 5,
    channel: 'socialnet',
    event_type: 'social_post',
    title: 'Follow-up post',
    description: 'Share first questions and answers.',
  },
  {
    days: 10,
    channel: 'email',
    event_type: 'email_campaign',
    title: 'Follow-up email',
    description: 'Offer a trial or a call to those who were interested.',
  },
];

/**
 * Schedules the drafts of earlier steps, or the milestones of a launch. Dates are calculated from the settings and the
 * time of acceptance, without the AI, so that a repeat gives the same dates.
 */
export const schedule: StepKindDefinition = {
  kind: 'schedule',
  task: 'write',
  question: () => null,
  interpret: (context) => {
    const drafts = context.earlier.flatMap(({ key, drafts: made }) =>
      made.map((draft, ordinal) => ({ ...draft, place: { step: key, ordinal } })),
    );
    const calendar = calendarOf(context);
    const dated = drafts.length > 0 ? draftEntries(drafts, calendar) : milestoneEntries(context, calendar);
    const entries = [...dated, ...webinarEntry(context, calendar, dated)].sort(
      (a, b) => a.scheduled_at.localeCompare(b.scheduled_at) || a.title.localeCompare(b.title),
    );
    const [first, last] = [entries.at(0), entries.at(-1)].map((entry) => entry && dayOfEntry(entry, calendar));
    return {
      summary: `Scheduled ${entries.length} ${entries.length === 1 ? 'date' : 'dates'} from ${first} to ${last}.`,
      output: { type: 'schedule', entries },
      drafts: [],
    };
  },
};

interface Calendar {
  timezone: string;
  /** First day for any event. */
  earliest: Day;
  /** Day of each channel's first draft. */
  start: Day;
  launch: Day;
  webinar: Day | undefined;
  daysBetween: number;
}

function calendarOf({ settings, acceptedAt }: StepContext): Calendar {
  const timezone = textSetting(settings, 'timezone') ?? 'UTC';
  const accepted = dayOf(acceptedAt, timezone);
  const earliest = addBusinessDays(accepted, 1);
  const requestedDay = (name: string) => {
    const value = textSetting(settings, name);
    return value === undefined ? undefined : later(businessDay(value), earliest);
  };
  const launch = requestedDay('launch_date');
  const daysBetween = settings['days_between'];
  return {
    timezone,
    earliest,
    start: requestedDay('start_date') ?? launch ?? addBusinessDays(accepted, LEAD_DAYS),
    launch: launch ?? addBusinessDays(accepted, DEFAULT_LAUNCH_DAYS),
    webinar: requestedDay('webinar_date'),
    daysBetween: typeof daysBetween === 'number' ? daysBetween : DEFAULT_DAYS_BETWEEN,
  };
}

interface PlacedDraft extends DraftContent {
  place: NonNullable<ScheduleEntry['draft']>;
}

/** Drafts of one type follow each other at the requested interval, or count back from the webinar that they promote. */
function draftEntries(drafts: readonly PlacedDraft[], calendar: Calendar): ScheduleEntry[] {
  const total = countBy(drafts.map((draft) => draft.content_type));
  const seen = new Map<ContentType, number>();
  return drafts.map((draft) => {
    const index = seen.get(draft.content_type) ?? 0;
    seen.set(draft.content_type, index + 1);
    const remaining = (total.get(draft.content_type) ?? 0) - index;
    const day = calendar.webinar
      ? later(addBusinessDays(calendar.webinar, -remaining * calendar.daysBetween), calendar.earliest)
      : addBusinessDays(calendar.start, index * calendar.daysBetween);
    const slots = SLOTS[draft.content_type];
    const slot = slots[index % slots.length] ?? slots[0];
    return { ...entry(slot, day, draft.title, firstParagraph(draft.body), calendar), draft: draft.place };
  });
}

function milestoneEntries(context: StepContext, calendar: Calendar): ScheduleEntry[] {
  const product = textSetting(context.settings, 'product_name');
  return MILESTONES.map((milestone) => {
    const day = later(addBusinessDays(calendar.launch, milestone.days), calendar.earliest);
    const title = product ? `${milestone.title}: ${product}` : milestone.title;
    return entry(milestone, day, title, milestone.description, calendar);
  });
}

/** The event of the webinar itself, for capabilities that promote one. */
function webinarEntry(context: StepContext, calendar: Calendar, dated: readonly ScheduleEntry[]): ScheduleEntry[] {
  if (!('webinar_date' in context.capability.settings.shape)) return [];
  const lastDay = dated.reduce((last, entry) => later(last, dayOfEntry(entry, calendar)), calendar.earliest);
  const day = calendar.webinar ?? addBusinessDays(lastDay, calendar.daysBetween);
  const title = textSetting(context.settings, 'topic') ?? context.capability.name;
  return [
    entry(
      { channel: 'videonet', event_type: 'webinar' },
      day,
      `Webinar: ${title}`,
      'The webinar takes place.',
      calendar,
    ),
  ];
}

/** The title of an event that is called as something else; it is one line, and has room for less. */
export function eventTitle(title: string): string {
  return cutAtWord(oneLine(title), MAX_TITLE_CHARACTERS);
}

function entry(slot: Slot, day: Day, title: string, description: string, calendar: Calendar): ScheduleEntry {
  return {
    title: eventTitle(title),
    description: cutAtWord(oneLine(description), MAX_DESCRIPTION_CHARACTERS),
    channel: slot.channel,
    event_type: slot.event_type,
    scheduled_at: momentAt(day, HOURS[slot.channel], calendar.timezone).toISOString(),
  };
}

/** The day in the calendar's zone, which in UTC may be the one before or after. */
function dayOfEntry({ scheduled_at }: ScheduleEntry, { timezone }: Calendar): Day {
  return dayOf(new Date(scheduled_at), timezone);
}

/** The first paragraph that is not a heading. */
function firstParagraph(body: string): string {
  return body.split(/\n\s*\n/).find((paragraph) => !paragraph.startsWith('#')) ?? body;
}

function countBy<T>(values: readonly T[]): Map<T, number> {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

function later(a: Day, b: Day): Day {
  return a > b ? a : b;
}

function textSetting(settings: Record<string, unknown>, name: string): string | undefined {
  const value = settings[name];
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}
