import { expect, test } from '@jest/globals';
import { createSlots } from './slots.ts';

test('a partner gets its share and leaves the rest to others', () => {
  const slots = createSlots(3, 2);
  const [first] = [slots.take(1), slots.take(1)];
  expect(slots.take(1)).toBeUndefined();
  expect(slots.take(2)).toBeDefined();
  first?.();
  expect(slots.take(1)).toBeDefined();
});

test('there are no more places than the process has', () => {
  const slots = createSlots(2, 2);
  const release = slots.take(1);
  slots.take(2);
  expect(slots.take(3)).toBeUndefined();
  release?.();
  expect(slots.take(3)).toBeDefined();
});
