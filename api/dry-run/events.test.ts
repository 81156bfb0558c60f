import { expect, jest, test } from '@jest/globals';
import type { ReplyPiece } from '../../domain/dry-run/session.ts';
import { eventLoopScheduler } from '../../domain/kernel/event-loop-scheduler.ts';
import type { PresentContext } from '../resource.ts';
import { replyEvents } from './events.ts';

const actor = {
  kind: 'partner_key',
  keyId: 1,
  keyFamilyId: 1,
  partnerId: 7,
  sandbox: false,
  role: null,
  scopedCapabilities: null,
  dailyCreditLimit: null,
} as const;
const context: PresentContext = {
  call: { actor, requestId: 'test', signal: new AbortController().signal },
  publicUrl: 'https://api.marketwright.test',
  now: new Date(0),
};

test('a piece that comes for all who follow a reply is sent to one after another, in turns of their partner', async () => {
  const take = jest.spyOn(eventLoopScheduler, 'take');
  async function* pieces(): AsyncGenerator<ReplyPiece> {
    yield { kind: 'text', text: 'Hello' };
    yield { kind: 'restart' };
  }
  const events: string[] = [];
  for await (const event of replyEvents(pieces(), context)) events.push(event);
  expect(events).toEqual(['event: text\ndata: {"text":"Hello"}\n\n', 'event: restart\ndata: {}\n\n']);
  expect(take.mock.calls).toEqual([['7'], ['7']]);
});
