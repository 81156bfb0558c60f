import { afterAll, afterEach, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { moveItem } from '../../domain/content-items/operations/move-items.ts';
import { watchBoard } from '../../domain/content-items/operations/reads.ts';
import { createTag, deleteTag, renameTag } from '../../domain/content-items/operations/tags.ts';
import { updateContentItem } from '../../domain/content-items/operations/update-item.ts';
import { insertText } from '../../domain/content-items/store.ts';
import type { Call } from '../../domain/kernel/call.ts';
import type { Deps } from '../../domain/kernel/deps.ts';
import { startTestService, type TestService } from '../../test/environment/service.ts';
import { boardEvents } from './events.ts';

jest.setTimeout(60_000);

let service: TestService;
let call: Call;
let item: number;
beforeAll(async () => {
  service = await startTestService();
});
beforeEach(async () => {
  const partner = await service.createPartner();
  ({ call } = await service.createKey(partner));
  const place = { partnerId: partner.id, kanbanStatus: 'generated', sandbox: false, savedBy: 'test' } as const;
  const draft = { title: 'Post', content_type: 'social_post', body: 'Text' } as const;
  item = await service.deps.transaction(call, (tx) => insertText(tx.em, tx.now, place, draft));
});
afterEach(() => service.setClock(undefined));
afterAll(() => service.stop());

const move = (status: string) => service.run(call, moveItem, { params: { contentId: item }, input: { status } });

/** A board whose process is woken only by the test. */
async function follow(lastEventId?: string) {
  const leaving = new AbortController();
  let wake = () => {};
  const notifications: Deps['notifications'] = {
    ...service.deps.notifications,
    subscribe(_topic, onWake) {
      wake = onWake;
      return () => {
        wake = () => {};
      };
    },
  };
  const deps = { ...service.deps, notifications };
  const context = { deps, call: { ...call, signal: leaving.signal }, publicUrl: '', now: new Date(), lastEventId };
  const events = boardEvents(await service.run(call, watchBoard), context);
  // Several may come in one piece.
  const come: string[] = [];
  const next = async () => {
    if (come.length === 0) come.push(...((await events.next()).value ?? '').split(/(?<=\n\n)/));
    const text = come.shift() ?? '';
    return { event: /^event: (.*)$/m.exec(text)?.[1], id: /^id: (.*)$/m.exec(text)?.[1] };
  };
  return { next, wake: () => wake(), leave: () => leaving.abort(), events };
}

test('after a lost connection that listens, the wake-up of the new one brings what nobody was woken for', async () => {
  const board = await follow();
  expect(await board.next()).toEqual({ event: 'ready', id: '0' });
  const next = board.next();
  await move('review');
  await move('ready');
  // The hub wakes all subscribers once it listens again.
  board.wake();
  expect([await next, await board.next()]).toEqual([
    { event: 'moved', id: '1' },
    { event: 'moved', id: '2' },
  ]);
  const last = board.next();
  board.leave();
  expect(await last).toEqual({});
});

test('for changes that are no longer kept the stream asks to read the board again', async () => {
  const noon = Date.parse('2030-05-01T12:00:00Z');
  service.setClock(new Date(noon));
  const board = await follow();
  const { id } = await board.next();
  board.leave();
  await move('review');
  service.setClock(new Date(noon + 11 * 60_000));
  await move('ready');
  const again = await follow(id);
  await again.next();
  expect([await again.next(), await again.next()]).toEqual([
    { event: 'resync', id: '2' },
    { event: 'moved', id: '2' },
  ]);
  again.leave();
});

test('so does a tag that is renamed or deleted, since many cards may show it', async () => {
  const tag = await service.run(call, createTag, { input: { name: 'Spring' } });
  await service.run(call, updateContentItem, { params: { id: item }, input: { tags: ['spring'] } });
  const board = await follow();
  const { id: position } = await board.next();
  const first = board.next();
  await service.run(call, renameTag, { params: { id: tag.id }, input: { name: 'Summer' } });
  board.wake();
  expect(await first).toEqual({ event: 'resync', id: String(Number(position) + 1) });
  const second = board.next();
  await service.run(call, deleteTag, { params: { id: tag.id } });
  board.wake();
  expect(await second).toMatchObject({ event: 'resync' });
  const third = board.next();
  await service.run(call, updateContentItem, { params: { id: item }, input: { tags: ['Autumn'] } });
  board.wake();
  expect(await third).toMatchObject({ event: 'changed' });
  board.leave();
});

test('so do changes of a time in which nobody followed', async () => {
  const noon = Date.parse('2030-06-01T12:00:00Z');
  service.setClock(new Date(noon));
  const board = await follow();
  const { id } = await board.next();
  board.leave();
  service.setClock(new Date(noon + 60 * 60_000));
  await move('review');
  // Another client subscribes before the first one reconnects.
  const other = await follow();
  await other.next();
  const again = await follow(id);
  await again.next();
  expect(await again.next()).toMatchObject({ event: 'resync' });
  other.leave();
  again.leave();
});

test('a board that stays has its changes written down for as long as it does', async () => {
  const noon = Date.parse('2030-07-01T12:00:00Z');
  service.setClock(new Date(noon));
  const board = await follow();
  await board.next();
  for (let minute = 9; minute <= 45; minute += 9) {
    service.setClock(new Date(noon + minute * 60_000));
    const next = board.next();
    await move(minute % 2 === 0 ? 'review' : 'ready');
    board.wake();
    expect(await next).toMatchObject({ event: 'moved' });
  }
  board.leave();
});
