import { expect, test } from '@jest/globals';
import { sendOnce } from './repeats.ts';

const ANSWERS = {
  started: () => Response.json({}, { status: 201 }),
  refused: () => Response.json({ error: { code: 'NO_CREDITS' } }, { status: 402 }),
  changed: () => Response.json({ error: { code: 'CONFLICT' } }, { status: 409 }),
  working: () => Response.json({ error: { code: 'IDEMPOTENCY_IN_PROGRESS' } }, { status: 409 }),
  busy: () => Response.json({ error: { code: 'RATE_LIMITED' } }, { status: 429 }),
  gateway: () => new Response('<h1>Bad gateway</h1>', { status: 502 }),
  cut: () => {
    const body = new ReadableStream({ start: (stream) => stream.error(new TypeError('network error')) });
    return new Response(body, { status: 201 });
  },
  // As a gateway makes whole again what broke off before it.
  'cut short': () =>
    new Response('{"data":{"id":', { status: 201, headers: { 'Content-Type': 'application/json; charset=utf-8' } }),
  lost: () => {
    throw new TypeError('Failed to fetch');
  },
} satisfies Record<string, () => Response>;

/** The key that a request is sent under. */
async function keyOf(path: string, body: object, answer: keyof typeof ANSWERS, init: RequestInit = {}) {
  let key: string | null = null;
  const request = new Request(`https://console.test/api/v1${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    ...init,
  });
  const sent = sendOnce(request, async ({ headers }) => {
    key = headers.get('Idempotency-Key');
    return ANSWERS[answer]();
  });
  await sent.catch(() => undefined);
  return key;
}

test.each(['lost', 'cut', 'cut short', 'gateway', 'working', 'busy'] as const)(
  'a request that was %s is repeated under its key',
  async (answer) => {
    const first = await keyOf('/things', { answer }, answer);
    expect(first).toMatch(/^.{20,}$/);
    expect(await keyOf('/things', { answer }, 'started')).toBe(first);
    expect(await keyOf('/things', { answer }, 'started')).not.toBe(first);
  },
);

test.each(['started', 'refused', 'changed'] as const)(
  'a request that was %s is another one the next time',
  async (answer) => {
    const first = await keyOf('/others', { answer }, answer);
    expect(await keyOf('/others', { answer }, 'started')).not.toBe(first);
  },
);

test.each(['/presses', '/app/keys'])(
  'what is sent again to %s while it is under way is sent once, and each has the answer',
  async (path) => {
    const ask = (send: (request: Request) => Promise<Response>, signal?: AbortSignal) => {
      const body = {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: '{}',
        signal: signal ?? null,
      };
      return sendOnce(new Request(`https://console.test/api/v1${path}`, body), send);
    };
    const { promise, resolve } = Promise.withResolvers<Response>();
    let sent = 0;
    const send = () => {
      sent += 1;
      return promise;
    };
    const presses = [ask(send), ask(send), ask(send)];
    resolve(Response.json({ id: 7 }, { status: 201 }));
    expect(await Promise.all(presses.map(async (press) => (await press).json()))).toEqual([
      { id: 7 },
      { id: 7 },
      { id: 7 },
    ]);
    expect(sent).toBe(1);
    const gone = new AbortController();
    const left = ask(() => Promise.withResolvers<Response>().promise, gone.signal);
    left.catch(() => undefined);
    await new Promise(setImmediate);
    gone.abort();
    expect(await (await ask(async () => Response.json({ id: 8 }))).json()).toEqual({ id: 8 });
  },
);

test('another body or place is another request', async () => {
  const first = await keyOf('/places/1', { name: 'a' }, 'lost');
  expect(await keyOf('/places/1', { name: 'b' }, 'lost')).not.toBe(first);
  expect(await keyOf('/places/2', { name: 'a' }, 'lost')).not.toBe(first);
  expect(await keyOf('/places/1', { name: 'a' }, 'started')).toBe(first);
});

test('what shows a secret once has no key, and another press makes another', async () => {
  expect(await keyOf('/app/keys', {}, 'lost')).toBeNull();
  expect(await keyOf('/app/keys', {}, 'started')).toBeNull();
});

test('changes have no key', async () => {
  expect(await keyOf('/things/1', {}, 'started', { method: 'PATCH' })).toBeNull();
});

test('a file is repeated under its key, and another one is not', async () => {
  const keyOfFile = (text: string, answer: keyof typeof ANSWERS, name = 'returns.txt') => {
    const body = new FormData();
    body.append('file', new File([text], name));
    return keyOf('/files', {}, answer, { headers: {}, body });
  };
  const first = await keyOfFile('30 days', 'lost');
  expect(first).toMatch(/^.{20,}$/);
  expect(await keyOfFile('31 days', 'started')).not.toBe(first);
  expect(await keyOfFile('30 days', 'started', 'other.txt')).not.toBe(first);
  expect(await keyOfFile('30 days', 'started')).toBe(first);
  expect(await keyOfFile('30 days', 'started')).not.toBe(first);
});

test('as many unsettled requests are remembered as a person has', async () => {
  const first = await keyOf('/many', { number: 0 }, 'lost');
  for (let number = 1; number <= 50; number += 1) await keyOf('/many', { number }, 'lost');
  expect(await keyOf('/many', { number: 0 }, 'started')).not.toBe(first);
});
