import { expect, test } from '@jest/globals';
import { COUNTRY_CODES } from '../console/src/lib/country-codes.ts';
import { FREQUENCIES, firstDays, MONTH_PLACES, newRepeat, ruleOf } from '../console/src/views/calendar/repeat.ts';
import { type Schema, toFields } from '../console/src/views/capabilities/form-schema.ts';
import { COUNTRIES } from '../domain/billing-identity/countries.ts';
import { settingsSchema } from '../domain/capabilities/request.ts';
import { capabilities } from '../domain/features.ts';
import { daysOfRule } from '../domain/gtm-schedule/recurrence-days.ts';
import { readRule } from '../domain/gtm-schedule/recurrence-rule.ts';
import { DAY_MS } from '../domain/kernel/durations.ts';
import { WORKFLOW_TEMPLATES } from '../domain/workflow-templates/catalogue/index.ts';

const forms = [
  ...capabilities.all.map((capability) => [capability.slug, settingsSchema(capability)] as const),
  ...WORKFLOW_TEMPLATES.map(({ slug, input }) => [slug, settingsSchema({ settings: input })] as const),
];

test.each(forms)('%s: each of its settings has an input in the console', (_slug, schema) => {
  expect(Object.keys(schema.properties ?? {}).length).toBeGreaterThan(0);
  toFields(schema as Schema);
});

test('the console offers the countries that a billing identity may name', () => {
  expect(COUNTRY_CODES).toEqual(COUNTRIES);
});

test('the dates that the console shows of a series before it is made are those that the rule gives', () => {
  const days = ['2024-02-29', '2026-05-08', '2026-05-25', '2026-05-31', '2026-12-30', '2027-01-31'];
  for (const first of days) {
    for (const frequency of FREQUENCIES) {
      for (const interval of [1, 2, 7]) {
        for (const place of frequency === 'MONTHLY' ? MONTH_PLACES : (['day'] as const)) {
          const repeat = {
            ...newRepeat(frequency, first),
            interval,
            place,
            weekdays: ['WE' as const, 'SU' as const],
            count: 400,
          };
          const text = ruleOf(repeat, first);
          const read = readRule(text);
          if (!('rule' in read)) throw new Error(`${text} is refused: ${read.problem}`);
          const from = Date.parse(`${first}T00:00:00Z`) / DAY_MS;
          const expected: string[] = [];
          for (const day of daysOfRule(read.rule, { first: from, last: from + 150 * 366 })) {
            expected.push(new Date(day * DAY_MS).toISOString().slice(0, 10));
            if (expected.length === 5) break;
          }
          expect([text, ...firstDays(repeat, first, 5)]).toEqual([text, ...expected]);
        }
      }
    }
  }
});
