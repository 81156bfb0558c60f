import { describe, expect, test } from '@jest/globals';
import { capabilityNamed, madeDrafts, stepContext } from '../../test/environment/capabilities.ts';
import type { ContentType, DraftContent, ScheduleEntry, StepContext } from '../capabilities/types.ts';
import { LAST_YEAR } from './recurrence.ts';
import { schedule } from './schedule-step.ts';

const drafts = (type: ContentType, count: number): DraftContent[] =>
  Array.from({ length: count }, (_, index) => ({
    title: `${type} ${index + 1}`,
    content_type: type,
    body: '## Head\n\nOpening.',
  }));

function entries(context: StepContext): ScheduleEntry[] {
  const { output } = schedule.interpret(context, null);
  if (output.type !== 'schedule') throw new Error('No schedule');
  return output.entries;
}

const brief = (each: ScheduleEntry) => `${each.scheduled_at} ${each.channel} ${each.event_type} ${each.title}`;

describe('drafts', () => {
  test('have consecutive business days and alternate between channels', () => {
    // Accepted on a Friday.
    const context = stepContext('schedule_social_posts', 'dates', {
      earlier: [madeDrafts('posts', drafts('social_post', 3))],
    });
    expect(entries(context).map(brief)).toEqual([
      '2026-03-10T12:00:00.000Z socialnet social_post social_post 1',
      '2026-03-12T15:00:00.000Z microblog social_post social_post 2',
      '2026-03-16T12:00:00.000Z socialnet social_post social_post 3',
    ]);
    expect(entries(context)[0]?.description).toBe('Opening.');
  });

  test('start on the requested day, at business hours of the time zone, in summer and winter time', () => {
    const settings = { start_date: '2026-03-27', timezone: 'Europe/Berlin', days_between: 1 };
    const context = stepContext('schedule_email_campaign', 'dates', {
      settings,
      earlier: [madeDrafts('emails', drafts('email_draft', 2))],
    });
    expect(entries(context).map((each) => each.scheduled_at)).toEqual([
      '2026-03-27T09:00:00.000Z',
      '2026-03-30T08:00:00.000Z',
    ]);
  });

  test('are never in the past or on a weekend', () => {
    for (const start_date of ['2020-01-01', '2026-03-07', '2026-03-06']) {
      const context = stepContext('schedule_email_campaign', 'dates', {
        settings: { start_date },
        earlier: [madeDrafts('emails', drafts('email_draft', 1))],
      });
      expect(entries(context)[0]?.scheduled_at).toBe('2026-03-09T10:00:00.000Z');
    }
  });

  test('are within the years of the schedule, however late they start', () => {
    const capability = capabilityNamed('schedule_email_campaign');
    const startingOn = (start_date: string) =>
      capability.settings.safeParse({ topic: 'A launch', days_between: 30, start_date });
    expect(startingOn('9999-12-31').error?.issues).toMatchObject([
      { path: ['start_date'], message: 'Must not be after 2189-12-31.' },
    ]);
    expect(startingOn('2190-01-01').success).toBe(false);
    const settings = startingOn('2189-12-31').data as Record<string, unknown>;
    const earlier = [madeDrafts('emails', drafts('email_draft', 20))];
    const days = entries(stepContext('schedule_email_campaign', 'dates', { settings, earlier }));
    expect(Number(days.at(-1)?.scheduled_at.slice(0, 4))).toBeLessThanOrEqual(LAST_YEAR);
  });

  test('all get an entry, whichever step created them', () => {
    const earlier = [
      madeDrafts('description', drafts('product_description', 1)),
      madeDrafts('announcement', drafts('blog_post', 1)),
      madeDrafts('emails', drafts('email_draft', 2)),
      madeDrafts('texts', drafts('text_content', 1)),
    ];
    const context = stepContext('product_launch_kit', 'dates', { earlier, settings: { launch_date: '2026-04-01' } });
    expect(entries(context).map(brief)).toEqual([
      '2026-04-01T09:00:00.000Z blog blog_post blog_post 1',
      '2026-04-01T09:00:00.000Z blog product_launch product_description 1',
      '2026-04-01T09:00:00.000Z blog blog_post text_content 1',
      '2026-04-01T10:00:00.000Z email email_campaign email_draft 1',
      '2026-04-03T10:00:00.000Z email email_campaign email_draft 2',
    ]);
  });
});

describe('webinar', () => {
  const earlier = [madeDrafts('emails', drafts('email_draft', 2))];

  test('is after its invitations', () => {
    const context = stepContext('webinar_promotion', 'dates', { earlier, settings: { topic: 'Saving' } });
    expect(entries(context).map(brief).at(-1)).toBe('2026-03-16T14:00:00.000Z videonet webinar Webinar: Saving');
  });

  test.each([
    // Noon in Auckland is 23:00 of the day before in UTC, and 15:00 in Honolulu is 01:00 of the day after.
    ['Pacific/Auckland', 1, '2026-03-12T01:00:00.000Z', 'from 2026-03-10 to 2026-03-12'],
    ['Pacific/Honolulu', 2, '2026-03-17T00:00:00.000Z', 'from 2026-03-10 to 2026-03-16'],
    ['UTC', 2, '2026-03-16T14:00:00.000Z', 'from 2026-03-10 to 2026-03-16'],
  ])('is as many days after its last invitation in %s as anywhere', (timezone, count, scheduled_at, days) => {
    const posts = [madeDrafts('posts', drafts('social_post', count))];
    const settings = { topic: 'Saving', timezone };
    const context = stepContext('webinar_promotion', 'dates', { earlier: posts, settings });
    expect(entries(context).at(-1)).toMatchObject({ event_type: 'webinar', scheduled_at });
    expect(schedule.interpret(context, null).summary).toContain(days);
  });

  test('on a fixed day has its invitations before it, if there is time', () => {
    const context = stepContext('webinar_promotion', 'dates', {
      earlier,
      settings: { topic: 'Saving', webinar_date: '2026-03-11' },
    });
    expect(entries(context).map((each) => each.scheduled_at.slice(0, 10))).toEqual([
      '2026-03-09',
      '2026-03-09',
      '2026-03-11',
    ]);
  });
});

describe('launch without drafts', () => {
  test('has its milestones around the day, in order and the same each time', () => {
    const context = stepContext('launch_calendar', 'calendar', {
      settings: { product_name: 'Zed', launch_date: '2026-03-13' },
    });
    const found = entries(context);
    expect(found).toHaveLength(9);
    expect(found.filter((each) => each.event_type === 'product_launch').map(brief)).toEqual([
      '2026-03-13T09:00:00.000Z blog product_launch Launch: Zed',
    ]);
    expect(found.every((each) => each.scheduled_at >= '2026-03-09')).toBe(true);
    expect(found.map((each) => each.scheduled_at)).toEqual(found.map((each) => each.scheduled_at).sort());
    expect(entries(context)).toEqual(found);
    expect(schedule.question(context)).toBeNull();
  });
});
