/** `npm run interop`: a whole session of the official Python client with a stack of its own. Needs Python 3.10 and a package index. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { type Stack, startStack } from '../../infra/local/stack.ts';

const FOLDER = fileURLToPath(new URL('.', import.meta.url));
const VENV = fileURLToPath(new URL('../../node_modules/.cache/mcp-python', import.meta.url));

const python = await ensurePython();
const stack = await startStack();
try {
  const output = await run(python, [`${FOLDER}session.py`], {
    MCP_URL: `${stack.urls.baseUrl}/mcp`,
    MCP_TOKEN: await accessToken(stack),
  });
  process.stdout.write(output);
} finally {
  await stack.stop();
}

/** The interpreter of an environment of its own that has the client. */
async function ensurePython(): Promise<string> {
  const interpreter = `${VENV}/bin/python`;
  const ready = `${VENV}/ready`;
  if (existsSync(ready)) return interpreter;
  await run('python3', ['-m', 'venv', '--clear', VENV]);
  await run(interpreter, ['-m', 'pip', 'install', '--quiet', '-r', `${FOLDER}requirements.txt`]);
  await writeFile(ready, '');
  return interpreter;
}

/** A token of the demonstration client. */
async function accessToken({ urls, credentials }: Stack): Promise<string> {
  const { oauth } = credentials;
  if (!oauth) throw new Error('The stack has no issuer of its own.');
  const secret = Buffer.from(`${oauth.client_id}:${oauth.client_secret}`).toString('base64');
  const response = await fetch(oauth.token_endpoint, {
    method: 'POST',
    headers: { authorization: `Basic ${secret}` },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      scope: 'mcp:full',
      resource: `${urls.baseUrl}/mcp`,
    }),
  });
  return z.object({ access_token: z.string() }).parse(await response.json()).access_token;
}

/** Runs a program to its end; returns what it wrote. Throws when it fails. */
async function run(command: string, args: string[], env: Record<string, string> = {}): Promise<string> {
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString('utf8');
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) throw new Error(`${command} ended with ${code}.`);
  return output;
}
