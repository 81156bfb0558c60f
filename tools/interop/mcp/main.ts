/**
 * `npm run interop mcp`: whole sessions of the official Python, Go and Rust clients in both versions of the protocol, the examples in
 * these languages (`examples/mcp`), and the official conformance suite, with a stack of its own. Needs Python, Go and Rust, and their package indexes once; what is missing
 * is skipped.
 */
import { z } from 'zod';
import { type Stack, startStack } from '../../../infra/local/stack.ts';
import { stopOnSignals } from '../../../test/environment/stop-on-signals.ts';
import { prepareClients } from './clients.ts';
import { checkConformance } from './conformance.ts';

const runClients = await prepareClients();
const cleanUp = new AsyncDisposableStack();
const leave = stopOnSignals(() => cleanUp.disposeAsync());
const stack = await startStack();
cleanUp.defer(() => stack.stop());
try {
  const session = { MCP_URL: `${stack.urls.baseUrl}/mcp`, MCP_TOKEN: await accessToken(stack) };
  await runClients({ ...session, ...exampleEnvironment(stack) });
  await checkConformance(stack, await accessToken(stack));
} finally {
  await leave();
}

/** What the examples read, by the names of `.data/credentials.env`. */
function exampleEnvironment({ urls, credentials: { oauth } }: Stack): Record<string, string> {
  if (!oauth) throw new Error('The stack has no issuer of its own.');
  return {
    BASE_URL: urls.baseUrl,
    ISSUER: oauth.issuer,
    CLIENT_ID: oauth.client_id,
    CLIENT_SECRET: oauth.client_secret,
  };
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
