import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { codeOf, startTestService, type TestService } from '../../test/environment/service.ts';
import { waitUntil } from '../../test/environment/wait-until.ts';
import { grantCredits } from '../credits/ledger.ts';
import type { Call } from '../kernel/call.ts';
import type { Deps } from '../kernel/deps.ts';
import { perform } from '../kernel/step.ts';
import { acceptMessage } from './entries.ts';
import { startSession } from './operations/start-session.ts';
import { entryTopic } from './rules.ts';
import { followReply, type ReplyPiece } from './session.ts';
import { answerMessage } from './steps/answer-message.ts';
import { failMessage } from './steps/transitions.ts';
import { findEntry, saveDraft } from './store.ts';
import type { DryRunSessionEntryRow, DryRunSessionRow } from './table.ts';

const BEGINNING = 'One plain word after the other. '.repeat(30);
const END = 'That is all.';
/** Credits of a short reply by a model without a known price. */
const RATE = 2;

let service: TestService;
let deps: Deps;
let call: Call;
let agent_id: number;
/** The AI's text, and whether it was asked to stream it. */
let written: { beginning: string; end: string };
let streams: boolean[] = [];
/** The AI writes the rest when this resolves. */
let finishWriting = Promise.withResolvers<void>();

beforeAll(async () => {
  service = await startTestService();
  const subscribers = new Map<string, () => void>();
  deps = {
    ...service.deps,
    notifications: {
      subscribe(topic, onWake) {
        subscribers.set(topic, onWake);
        return () => subscribers.delete(topic);
      },
      notify: (topic) => subscribers.get(topic)?.(),
    },
    ai: {
      ...service.deps.ai,
      async generateText({ onText }) {
        const { beginning, end } = written;
        streams.push(onText !== undefined);
        onText?.(beginning);
        await finishWriting.promise;
        onText?.(beginning + end);
        return { text: beginning + end, model: 'test', usage: { inputTokens: 7, outputTokens: 100 } };
      },
    },
  };
  const partner = await service.createPartner();
  const grant = { partnerId: partner.id, kind: 'grant', amount: 100, reference: 'test', reason: 'test' } as const;
  await deps.transaction(service.admin, (tx) => grantCredits(tx, grant));
  ({ call } = await service.createKey(partner));
  const [agent] = await service.dataSource.query('SELECT id FROM agent WHERE partner_id IS NULL');
  agent_id = agent.id;
});
afterAll(() => service.stop());

/** Accepts a message, and returns it with functions that answer it as the worker does. */
async function startReply({ isFollowed = true } = {}): Promise<{
  session: DryRunSessionRow;
  entry: DryRunSessionEntryRow;
  answer: () => Promise<boolean>;
}> {
  [written, streams, finishWriting] = [{ beginning: BEGINNING, end: END }, [], Promise.withResolvers()];
  const { session } = await service.run(call, startSession, { input: { agent_id } });
  const entry = await acceptMessage(deps, call, session.id, { message: 'Hello', clientId: 'a', isFollowed });
  const reference = { sessionId: session.id, rowKey: session.row_key, entryId: entry.id };
  return { session, entry, answer: () => perform(deps, answerMessage, reference) };
}

async function rest(pieces: AsyncIterable<ReplyPiece>): Promise<ReplyPiece[]> {
  const all: ReplyPiece[] = [];
  for await (const piece of pieces) all.push(piece);
  return all;
}

/** The text that a reader shows after these pieces. */
function shown(pieces: readonly ReplyPiece[]): string {
  return pieces.reduce(
    (text, piece) => (piece.kind === 'restart' ? '' : piece.kind === 'text' ? text + piece.text : text),
    '',
  );
}

async function textIn(pieces: AsyncGenerator<ReplyPiece>): Promise<string> {
  const { value } = await pieces.next();
  if (value?.kind !== 'text') throw new Error(`No text but ${value?.kind}.`);
  return value.text;
}

describe('a reply that is followed', () => {
  test('is streamed while it is written, and is the same in the end', async () => {
    const { entry, answer } = await startReply();
    const pieces = followReply(deps, call, entry);
    expect((await pieces.next()).value).toMatchObject({ kind: 'accepted', entry: { id: entry.id } });
    const answered = answer();
    // The AI writes no more before this has arrived.
    const first = await textIn(pieces);
    expect(BEGINNING.startsWith(first)).toBe(true);
    finishWriting.resolve();
    expect(await answered).toBe(true);
    const others = await rest(pieces);
    expect(first + shown(others)).toBe(BEGINNING + END);
    expect(others.at(-1)).toMatchObject({
      kind: 'answered',
      entry: { reply: BEGINNING + END, credits: RATE, draft: null },
    });
    // A later reader gets it in one piece.
    expect((await rest(followReply(deps, call, entry))).map(({ kind }) => kind)).toEqual([
      'accepted',
      'text',
      'answered',
    ]);
  });

  test('asks the database once for all who follow it', async () => {
    const { entry } = await startReply();
    const leaving = new AbortController();
    const followed = Array.from({ length: 200 }, () => followReply(deps, { signal: leaving.signal }, entry));
    for (const pieces of followed) await pieces.next();
    await saveDraft(deps.db, entry.id, BEGINNING);
    const asked = jest.spyOn(deps.db, 'query');
    const shownToAll = await Promise.all(followed.map(textIn));
    expect(asked).toHaveBeenCalledTimes(1);
    expect(shownToAll).toEqual(followed.map(() => BEGINNING));
    asked.mockRestore();
    leaving.abort();
    await Promise.all(followed.map(rest));
  });

  test('continues after a short database outage', async () => {
    const { entry, answer } = await startReply();
    const pieces = followReply(deps, call, entry);
    await pieces.next();
    let isAway = true;
    jest.spyOn(deps.db, 'query').mockImplementationOnce(async () => {
      isAway = false;
      throw Object.assign(new Error('terminating connection'), { code: '57P01' });
    });
    const others = rest(pieces);
    await waitUntil('the database is asked', () => !isAway);
    finishWriting.resolve();
    await answer();
    expect((await others).at(-1)).toMatchObject({ kind: 'answered', entry: { reply: BEGINNING + END } });
  });

  test('is written, stored and charged although nobody reads it', async () => {
    const { entry, answer } = await startReply();
    const pieces = followReply(deps, call, entry);
    const answered = answer();
    await pieces.next();
    await textIn(pieces);
    await pieces.return(undefined);
    finishWriting.resolve();
    expect(await answered).toBe(true);
    expect(await findEntry(deps.db, entry.id)).toMatchObject({ status: 'done', reply: BEGINNING + END, credits: RATE });
  });

  test('restarts when another attempt writes a different text', async () => {
    const { entry, answer } = await startReply();
    const pieces = followReply(deps, call, entry);
    await pieces.next();
    await saveDraft(deps.db, entry.id, 'Of the attempt of a worker that died');
    deps.notifications.notify(entryTopic(entry.id));
    expect(await textIn(pieces)).toBe('Of the attempt of a worker that died');
    // An attempt with the same, shorter text removes nothing.
    await saveDraft(deps.db, entry.id, 'Of the attempt');
    deps.notifications.notify(entryTopic(entry.id));
    finishWriting.resolve();
    await answer();
    const others = await rest(pieces);
    expect(others.filter(({ kind }) => kind === 'restart')).toHaveLength(1);
    expect(shown(others)).toBe(BEGINNING + END);
  });

  test('shows no part of a match of a guardrail, and is free then', async () => {
    const { entry, answer } = await startReply();
    written.beginning = `${BEGINNING}Write to jane.doe@example.com, ${BEGINNING}`;
    finishWriting.resolve();
    const [pieces] = await Promise.all([rest(followReply(deps, call, entry)), answer()]);
    expect(JSON.stringify(pieces)).not.toContain('jane');
    expect(shown(pieces)).toMatch(/withheld the reply/);
    expect(pieces.at(-1)).toMatchObject({ kind: 'answered', entry: { credits: 0 } });
  });

  test('fails without a reply, and can be followed again after the message was sent again', async () => {
    const { session, entry, answer } = await startReply();
    const reference = { sessionId: session.id, rowKey: session.row_key, entryId: entry.id };
    await perform(deps, failMessage, { ...reference, reason: 'ai_refused' });
    expect(await codeOf(rest(followReply(deps, call, entry)))).toBe('SERVER_ERROR');
    await acceptMessage(deps, call, session.id, { message: 'Hello', clientId: 'a', isFollowed: true });
    finishWriting.resolve();
    const [pieces] = await Promise.all([rest(followReply(deps, call, entry)), answer()]);
    expect(shown(pieces)).toBe(BEGINNING + END);
  });

  test('ends at the time limit and when the signal fires', async () => {
    const { entry } = await startReply();
    const pending = [{ kind: 'accepted' }, { kind: 'answered', entry: { status: 'open', reply: null } }];
    expect(await rest(followReply(deps, call, entry, 100))).toMatchObject(pending);
    const left = { signal: AbortSignal.abort() };
    expect(await rest(followReply(deps, left, entry))).toMatchObject(pending);
  });
});

test('a reply without a follower is requested in one piece', async () => {
  const { answer } = await startReply({ isFollowed: false });
  finishWriting.resolve();
  await answer();
  expect(streams).toEqual([false]);
});
