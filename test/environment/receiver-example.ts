import { spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { expect } from '@jest/globals';
import { deliveryBody, sign } from '../../domain/webhooks/signature.ts';
import { freePort } from '../../infra/local/ports.ts';

const SECRET = 's'.repeat(64);
const FORMER = 'f'.repeat(64);
const ID = 'evt_01JNBXQ6R0ABCDEFGHJKMNPQRS';
const body = deliveryBody({ id: ID, type: 'cosell.created', occurred_at: new Date(), data: { name: 'Zoë' } });

/** Starts a receiver of webhooks and checks that it takes what is signed, once, and refuses the rest. */
export async function checkReceiver(
  [program, ...args]: [program: string, ...args: string[]],
  cwd?: string,
): Promise<void> {
  const port = await freePort();
  const env = { ...process.env, PORT: String(port), WEBHOOK_SECRETS: `${SECRET},${FORMER}` };
  const child = spawn(program, args, { env, cwd, stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  let output = '';
  const listening = Promise.withResolvers<void>();
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    listening.resolve();
  });
  void exited.then(() => listening.reject(new Error('The receiver has ended.')));
  const post = async (text: string, headers: Record<string, string>): Promise<number> =>
    (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: text, headers })).status;
  try {
    await listening.promise;
    const signed = (secret: string) => sign({ id: ID, event: 'cosell.created', body }, [secret], new Date()).headers;
    const headers = signed(SECRET);
    expect(await post(body, headers)).toBe(204);
    expect(await post(body, headers)).toBe(204);
    expect(await post(body, signed(FORMER))).toBe(204);
    expect(await post(`${body} `, headers)).toBe(401);
    expect(await post(body, signed('x'.repeat(64)))).toBe(401);
    const forged = createHmac('sha256', 'x').update(body).digest('hex');
    expect(await post(body, { 'X-Service-Event': 'cosell.created', 'X-Service-Signature': `sha256=${forged}` })).toBe(
      401,
    );
    expect(await post(body, { 'X-Service-Signature': 'sha256=0' })).toBe(401);
    expect(await post(body, { 'Content-Type': 'application/json' })).toBe(401);
  } finally {
    child.kill();
    await exited;
  }
  expect(output).toBe(`listening on port ${port}\ncosell.created ${body}\n`);
}
