import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { defaultSettings, requiredSettings, settingsSchema } from './request.ts';

test('the schema of settings is made once, however often a capability is looked at', () => {
  const settings = z.object({ topic: z.string(), tone: z.string().default('calm') });
  const schema = settingsSchema({ settings });
  expect(schema.required).toEqual(['topic']);
  expect(settingsSchema({ settings })).toBe(schema);
  expect(settingsSchema({ settings: z.object({}) })).not.toBe(schema);
});

test('names and defaults of settings come from it and leave it as it is', () => {
  const settings = z.object({ topic: z.string(), tone: z.string().default('calm') });
  const before = structuredClone(settingsSchema({ settings }));
  requiredSettings({ settings }).push('more');
  Object.assign(defaultSettings({ settings }), { tone: 'loud' });
  expect(settingsSchema({ settings })).toEqual(before);
  expect([requiredSettings({ settings }), defaultSettings({ settings })]).toEqual([['topic'], { tone: 'calm' }]);
});
