import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { deliveryBody, sign } from '../domain/webhooks/signature.ts';
import { freePort } from '../infra/local/ports.ts';

const SECRET = 's'.repeat(64);
const FORMER = 'f'.repeat(64);
const ID = 'evt_01JNBXQ6R0ABCDEFGHJKMNPQRS';
const body = deliveryBody({ id: ID, type: 'cosell.created', occurred_at: new Date(), data: { name: 'Zoë' } });
const hasPython = spawnSync('python3', ['--version']).status === 0;
/** Since Java 17 it has all that the example uses; it compiles the file itself. */
const hasJava =
  Number(/^(?:openjdk|java) (\d+)/.exec(spawnSync('java', ['--version'], { encoding: 'utf8' }).stdout ?? '')?.[1]) >=
  17;

/** Patterns with a method need Go 1.22. */
const hasGo = Number(/go1\.(\d+)/.exec(spawnSync('go', ['version'], { encoding: 'utf8' }).stdout ?? '')?.[1]) >= 22;

/** Compiled, since `go run` leaves the program running when it is stopped itself. */
function compiled(script: string): string {
  const program = path.join(mkdtempSync(path.join(tmpdir(), 'marketwright-receiver-')), 'receiver');
  execFileSync('go', ['build', '-o', program, script]);
  return program;
}

describe.each<[file: string, canRun: boolean, command: (script: string) => [program: string, ...args: string[]]]>([
  ['receiver.mjs', true, (script) => [process.execPath, script]],
  ['receiver.py', hasPython, (script) => ['python3', script]],
  ['receiver.go', hasGo, (script) => [compiled(script)]],
  ['Receiver.java', hasJava, (script) => ['java', script]],
])('examples/%s', (file, canRun, command) => {
  (canRun ? test : test.skip)('takes what is signed, once, and refuses the rest', async () => {
    const port = await freePort();
    const [program, ...args] = command(fileURLToPath(new URL(`../examples/${file}`, import.meta.url)));
    const env = { ...process.env, PORT: String(port), WEBHOOK_SECRETS: `${SECRET},${FORMER}` };
    const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
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
      if (file.endsWith('.go')) rmSync(path.dirname(program), { recursive: true });
    }
    expect(output).toBe(`listening on port ${port}\ncosell.created ${body}\n`);
  });
});
