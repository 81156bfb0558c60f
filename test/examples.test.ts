import { spawn, spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { deliveryBody, sign } from '../domain/webhooks/signature.ts';
import { freePort } from '../infra/local/ports.ts';

const SECRET = 's'.repeat(64);
const FORMER = 'f'.repeat(64);
const ID = 'evt_01JNBXQ6R0ABCDEFGHJKMNPQRS';
const body = deliveryBody({ id: ID, type: 'cosell.created', occurred_at: new Date(), data: { name: 'Zoë' } });
const hasPython = spawnSync('python3', ['--version']).status === 0;

describe.each([
  ['receiver.mjs', process.execPath, true],
  ['receiver.py', 'python3', hasPython],
] as const)('examples/%s', (file, command, canRun) => {
  (canRun ? test : test.skip)('takes what is signed, once, and refuses the rest', async () => {
    const port = await freePort();
    const script = fileURLToPath(new URL(`../examples/${file}`, import.meta.url));
    const env = { ...process.env, PORT: String(port), WEBHOOK_SECRETS: `${SECRET},${FORMER}` };
    const child = spawn(command, [script], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    const exited = once(child, 'exit');
    let output = '';
    const listening = Promise.withResolvers<void>();
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      listening.resolve();
    });
    const post = async (text: string, headers: Record<string, string>): Promise<number> =>
      (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: text, headers })).status;
    try {
      await listening.promise;
      const { headers } = sign({ id: ID, event: 'cosell.created', body }, [SECRET], new Date());
      expect(await post(body, headers)).toBe(204);
      expect(await post(body, headers)).toBe(204);
      const former = `sha256=${createHmac('sha256', FORMER).update(body).digest('hex')}`;
      expect(await post(body, { ...headers, 'X-Service-Signature': former })).toBe(204);
      expect(await post(`${body} `, headers)).toBe(401);
      expect(await post(body, { ...headers, 'X-Service-Signature': 'sha256=0' })).toBe(401);
      expect(await post(body, { 'Content-Type': 'application/json' })).toBe(401);
    } finally {
      child.kill();
      await exited;
    }
    expect(output).toBe(`listening on port ${port}\ncosell.created ${body}\n`);
  });
});
