import { randomBytes } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { createSecretBox } from '../../../infra/secrets/secret-box.ts';
import type { McpContext } from '../context.ts';
import type { RpcError } from '../json-rpc.ts';
import type { InputRequired } from '../tool-options.ts';
import { completeArguments } from './complete.ts';

const secrets = createSecretBox([randomBytes(32)]);
const NOW = new Date('2026-05-04T12:00:00Z');
const YES = { confirm: { action: 'accept', content: { confirm: true } } };

/** A call of a tool that costs so much, by a client that can ask and that sends this. */
function complete(
  credits: number | undefined,
  { state, responses = {}, now = NOW }: { state?: string; responses?: Record<string, unknown>; now?: Date } = {},
) {
  const context = {
    deps: { secrets },
    call: { actor: { kind: 'user', partnerId: 1 } },
    grant: { subject: 'user-1', clientId: 'client-1' },
    now,
    input: { responses, state, confirmAbove: 25 },
  };
  const call = { tool: 'write', given: {}, missing: [], isValid: () => true, input: { credits: () => credits } };
  return completeArguments(context as unknown as McpContext, call);
}

async function stateFor(credits: number): Promise<string> {
  const asked = await complete(credits);
  return ('answer' in asked ? (asked.answer as InputRequired) : undefined)?.requestState ?? '';
}

const reasonOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: RpcError) => error.data?.['reason'],
  );

test('a price above the limit is asked for, and the limit itself is not', async () => {
  expect(await complete(26)).toMatchObject({ answer: { resultType: 'input_required' } });
  expect(await complete(25)).toEqual({ given: {} });
  expect(await complete(undefined)).toEqual({ given: {} });
});

test('consent is to a price, or less; if it has risen since, the user is asked again', async () => {
  const state = await stateFor(40);
  expect(await complete(40, { state, responses: YES })).toEqual({ given: {} });
  expect(await complete(30, { state, responses: YES })).toEqual({ given: {} });
  expect(await complete(41, { state, responses: YES })).toMatchObject({
    answer: { inputRequests: { confirm: { params: { message: expect.stringContaining('41 credits') } } } },
  });
});

test('a state is good for ten minutes', async () => {
  const state = await stateFor(40);
  const later = (ms: number) => complete(40, { state, responses: YES, now: new Date(NOW.getTime() + ms) });
  expect(await later(599_999)).toEqual({ given: {} });
  expect(await reasonOf(later(600_000))).toBe('expired');
});

test('what was sealed for another purpose, or elsewhere, is no state', async () => {
  const other = secrets.seal(JSON.stringify({ secret: 'whsec' })).toString('base64url');
  const elsewhere = createSecretBox([randomBytes(32)])
    .seal('{}')
    .toString('base64url');
  for (const state of [other, elsewhere, 'x', '%']) {
    expect(await reasonOf(complete(40, { state, responses: YES }))).toBe('invalid');
  }
});
