import { expect, test } from '@jest/globals';
import type { Actor } from '../../domain/kernel/call.ts';
import { createOpenStreams } from './open-streams.ts';

const of = (partnerId: number): Actor => ({
  kind: 'user',
  userId: 1,
  partnerId,
  role: 'owner',
  scopedCapabilities: null,
});
const administrator: Actor = { kind: 'administrator', adminKeyId: 1 };

test('a partner gets its share and leaves the rest to others', () => {
  const streams = createOpenStreams({ total: 3, perPartner: 2 });
  const [first] = [streams.enter(of(1)), streams.enter(of(1))];
  expect(streams.enter(of(1))).toBeUndefined();
  expect(streams.enter(of(2))).toBeDefined();
  first?.();
  expect(streams.enter(of(1))).toBeDefined();
});

test('there are no more streams than the process may have', () => {
  const streams = createOpenStreams({ total: 2, perPartner: 2 });
  const leave = streams.enter(of(1));
  streams.enter(administrator);
  expect(streams.enter(of(3))).toBeUndefined();
  leave?.();
  expect(streams.enter(of(3))).toBeDefined();
});
