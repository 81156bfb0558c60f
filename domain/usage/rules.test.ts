import { describe, expect, test } from '@jest/globals';
import { summarizeUsage, usageStart } from './rules.ts';

describe('usage', () => {
  const now = new Date('2030-03-31T10:00:00Z');

  test('needs captures from the start of the window or of the month, whichever is earlier', () => {
    expect(usageStart(now, 30)).toBe('2030-03-01');
    expect(usageStart(new Date('2030-03-10T10:00:00Z'), 30)).toBe('2030-02-09');
  });

  test('without captures is 0 on every day', () => {
    const usage = summarizeUsage([], now, 30);
    expect(usage).toMatchObject({ usedToday: 0, usedThisMonth: 0, byCapability: [] });
    expect(usage.daily).toHaveLength(30);
    expect(usage.daily.at(0)).toEqual({ date: '2030-03-02', credits: 0 });
    expect(usage.daily.at(-1)).toEqual({ date: '2030-03-31', credits: 0 });
  });

  test('is summed by day, month and capability', () => {
    const usage = summarizeUsage(
      [
        { day: '2030-03-01', capability: 'blog_post', credits: 100 },
        { day: '2030-03-30', capability: 'blog_post', credits: 5 },
        { day: '2030-03-31', capability: 'blog_post', credits: 3 },
        { day: '2030-03-31', capability: 'faq', credits: 20 },
      ],
      now,
      30,
    );
    expect(usage.usedToday).toBe(23);
    expect(usage.usedThisMonth).toBe(128);
    expect(usage.byCapability).toEqual([
      { slug: 'faq', credits: 20 },
      { slug: 'blog_post', credits: 8 },
    ]);
    expect(usage.daily.slice(-2)).toEqual([
      { date: '2030-03-30', credits: 5 },
      { date: '2030-03-31', credits: 23 },
    ]);
  });
});
