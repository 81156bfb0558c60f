import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { codeOf, startTestService, type TestService } from '../../test/environment/service.ts';
import { grantCredits } from '../credits/ledger.ts';
import type { Call } from '../kernel/call.ts';
import type { Deps } from '../kernel/deps.ts';
import { perform } from '../kernel/step.ts';
import { acceptMessage } from './accept.ts';
import { findEntry, saveDraft } from './entry-store.ts';
import { followReply, type ReplyPiece } from './follow.ts';
import { startSession } from './operations/start-session.ts';
import { entryTopic } from './rules.ts';
import { answerMessage } from './steps/answer-message.ts';
import { failMessage } from './steps/end.ts';
import type { DryRunEntryRow, DryRunSessionRow } from './table.ts';

const BEGINNING = 'One plain word after the other. '.repeat(30);
const END = 'That is all.';
/** Credits of a short reply by a model whose price nobody has told. */
const RATE = 2;

let service: TestService;
let deps: Deps;
let call: Call;
let agent_id: number;
/** What the AI writes, and whether it was asked to tell of it on the way. */
let written: { beginning: string; end: string };
let tells: boolean[] = [];
/** The AI goes on to the end when this resolves. */
let goOn = Promise.withResolvers<void>();

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
        tells.push(onText !== undefined);
        onText?.(beginning);
        await goOn.promise;
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

/** A message that somebody reads the reply to, and how the worker answers it. */
async function say({ isFollowed = true } = {}): Promise<{
  session: DryRunSessionRow;
  entry: DryRunEntryRow;
  answer: () => Promise<boolean>;
}> {
  [written, tells, goOn] = [{ beginning: BEGINNING, end: END }, [], Promise.withResolvers()];
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

/** What a reader shows who heeds every piece. */
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
  test('comes while it is written, and is the same in the end', async () => {
    const { entry, answer } = await say();
    const pieces = followReply(deps, call, entry);
    expect((await pieces.next()).value).toMatchObject({ kind: 'accepted', entry: { id: entry.id } });
    const answered = answer();
    // The AI does not write on before this is there.
    const first = await textIn(pieces);
    expect(BEGINNING.startsWith(first)).toBe(true);
    goOn.resolve();
    expect(await answered).toBe(true);
    const others = await rest(pieces);
    expect(first + shown(others)).toBe(BEGINNING + END);
    expect(others.at(-1)).toMatchObject({
      kind: 'answered',
      entry: { reply: BEGINNING + END, credits: RATE, draft: null },
    });
    // Who comes later gets it in one piece.
    expect((await rest(followReply(deps, call, entry))).map(({ kind }) => kind)).toEqual([
      'accepted',
      'text',
      'answered',
    ]);
  });

  test('goes on where the database was away for a moment', async () => {
    const { entry, answer } = await say();
    const pieces = followReply(deps, call, entry);
    await pieces.next();
    let isAway = true;
    jest.spyOn(deps.db, 'query').mockImplementationOnce(async () => {
      isAway = false;
      throw Object.assign(new Error('terminating connection'), { code: '57P01' });
    });
    const others = rest(pieces);
    expect(isAway).toBe(false);
    goOn.resolve();
    await answer();
    expect((await others).at(-1)).toMatchObject({ kind: 'answered', entry: { reply: BEGINNING + END } });
  });

  test('is written, kept and charged though nobody reads on', async () => {
    const { entry, answer } = await say();
    const pieces = followReply(deps, call, entry);
    const answered = answer();
    await pieces.next();
    await textIn(pieces);
    await pieces.return(undefined);
    goOn.resolve();
    expect(await answered).toBe(true);
    expect(await findEntry(deps.db, entry.id)).toMatchObject({ status: 'done', reply: BEGINNING + END, credits: RATE });
  });

  test('begins anew with another attempt that writes something else', async () => {
    const { entry, answer } = await say();
    const pieces = followReply(deps, call, entry);
    await pieces.next();
    await saveDraft(deps.db, entry.id, 'Of the attempt of a worker that died');
    deps.notifications.notify(entryTopic(entry.id));
    expect(await textIn(pieces)).toBe('Of the attempt of a worker that died');
    // One that writes the same, and has not come as far, takes nothing back.
    await saveDraft(deps.db, entry.id, 'Of the attempt');
    deps.notifications.notify(entryTopic(entry.id));
    goOn.resolve();
    await answer();
    const others = await rest(pieces);
    expect(others.filter(({ kind }) => kind === 'restart')).toHaveLength(1);
    expect(shown(others)).toBe(BEGINNING + END);
  });

  test('shows nothing of what a guardrail forbids, and is free then', async () => {
    const { entry, answer } = await say();
    written.beginning = `${BEGINNING}Write to jane.doe@example.com, ${BEGINNING}`;
    goOn.resolve();
    const [pieces] = await Promise.all([rest(followReply(deps, call, entry)), answer()]);
    expect(JSON.stringify(pieces)).not.toContain('jane');
    expect(shown(pieces)).toMatch(/withheld the reply/);
    expect(pieces.at(-1)).toMatchObject({ kind: 'answered', entry: { credits: 0 } });
  });

  test('that is none fails, and is followed again once the message was sent again', async () => {
    const { session, entry, answer } = await say();
    const reference = { sessionId: session.id, rowKey: session.row_key, entryId: entry.id };
    await perform(deps, failMessage, { ...reference, reason: 'ai_refused' });
    expect(await codeOf(rest(followReply(deps, call, entry)))).toBe('SERVER_ERROR');
    await acceptMessage(deps, call, session.id, { message: 'Hello', clientId: 'a', isFollowed: true });
    goOn.resolve();
    const [pieces] = await Promise.all([rest(followReply(deps, call, entry)), answer()]);
    expect(shown(pieces)).toBe(BEGINNING + END);
  });

  test('is waited for so long, and until the signal fires', async () => {
    const { entry } = await say();
    const pending = [{ kind: 'accepted' }, { kind: 'answered', entry: { status: 'open', reply: null } }];
    expect(await rest(followReply(deps, call, entry, 100))).toMatchObject(pending);
    const left = { signal: AbortSignal.abort() };
    expect(await rest(followReply(deps, left, entry))).toMatchObject(pending);
  });
});

test('a reply that nobody follows is asked for in one piece', async () => {
  const { answer } = await say({ isFollowed: false });
  goOn.resolve();
  await answer();
  expect(tells).toEqual([false]);
});
