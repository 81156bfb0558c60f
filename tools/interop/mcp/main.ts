/** `npm run interop mcp`: a whole session of the official Python client with a stack of its own. Needs Python 3.10 and a package index. */
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { type Stack, startStack } from '../../../infra/local/stack.ts';
import { ensurePython, runProgram } from '../../../test/environment/python.ts';
import { stopOnSignals } from '../../../test/environment/stop-on-signals.ts';

const FOLDER = fileURLToPath(new URL('.', import.meta.url));

const bin = await ensurePython(`${FOLDER}requirements.txt`);
const cleanUp = new AsyncDisposableStack();
const leave = stopOnSignals(() => cleanUp.disposeAsync());
const stack = await startStack();
cleanUp.defer(() => stack.stop());
try {
  await runProgram(`${bin}/python`, [`${FOLDER}session.py`], {
    MCP_URL: `${stack.urls.baseUrl}/mcp`,
    MCP_TOKEN: await accessToken(stack),
  });
} finally {
  await leave();
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
