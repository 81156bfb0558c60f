import type { Stack } from '../../../infra/local/stack.ts';
import { REVISIONS, type Revision, runConformance } from '../../../test/mcp/conformance.ts';
import { EXPECTED, type Served } from '../../../test/mcp/conformance-expected.ts';
import { startMcpProcess } from '../../../test/mcp/process.ts';
import { startProxy } from '../../../test/mcp/proxy.ts';
import { REFUSED } from '../../../test/mcp/task-fixtures.ts';
import { testToken } from '../../../test/mcp/tokens.ts';

/**
 * Runs the official conformance suite, which has no token, through a proxy that adds one: against the product, and against
 * what the suite expects to find. Throws when a check fails that is not known to.
 */
export async function checkConformance(stack: Stack, token: string): Promise<void> {
  await using ends = new AsyncDisposableStack();
  const { origin } = new URL(stack.urls.baseUrl);
  const fixtures = await startMcpProcess(stack.environment, { fixtures: true });
  ends.defer(() => fixtures.stop());
  await refuse(stack);
  const tokens: Record<Served, string> = {
    product: token,
    fixtures: testToken({ partnerId: stack.credentials.partner_id }),
  };
  for (const [served, target] of Object.entries({ product: origin, fixtures: fixtures.origin }) as [Served, string][]) {
    const proxy = await startProxy([target], { authorization: `Bearer ${tokens[served]}` });
    ends.defer(() => proxy.close());
    const url = `${proxy.origin.replace('127.0.0.1', 'localhost')}${new URL(stack.urls.baseUrl).pathname}/mcp`;
    for (const revision of REVISIONS) await check(served, url, revision);
  }
}

async function check(served: Served, url: string, revision: Revision): Promise<void> {
  const { passed, failed, reasons } = await runConformance(url, revision);
  const expected = EXPECTED[served][revision];
  const unexpected = failed.filter((found) => !expected.includes(found)).map((found) => `${found}: ${reasons[found]}`);
  const gone = expected.filter((known) => !failed.includes(known));
  if (unexpected.length > 0) throw new Error(`Checks that are not known to fail:\n${unexpected.join('\n')}`);
  if (gone.length > 0) throw new Error(`Checks that pass and are known to fail:\n${gone.join('\n')}`);
  process.stdout.write(`conformance: ${served}, ${revision}: ${passed} passed, ${failed.length} failed, as known\n`);
}

/** Lets the sandbox AI refuse what makes the suite's failing job fail. */
async function refuse({ urls }: Stack): Promise<void> {
  const response = await fetch(`${new URL(urls.sandboxAiUrl ?? '').origin}/__sandbox/faults`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ faults: [{ kind: 'refuse', match: REFUSED }] }),
  });
  if (!response.ok) throw new Error(`The sandbox AI answers ${response.status}.`);
}
