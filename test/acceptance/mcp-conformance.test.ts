import { expect, test } from '@jest/globals';
import { MCP } from '../environment/mcp.ts';
import { createPartner } from '../environment/partners.ts';
import { runningStack } from '../environment/running-stack.ts';
import { addFault, removeFaults } from '../environment/sandbox-ai.ts';
import { type Revision, runConformance } from '../mcp/conformance.ts';
import { EXPECTED, type Served } from '../mcp/conformance-expected.ts';
import { startMcpProcess } from '../mcp/process.ts';
import { startProxy } from '../mcp/proxy.ts';
import { REFUSED } from '../mcp/task-fixtures.ts';
import { testToken } from '../mcp/tokens.ts';

const LIMIT_MS = 180_000;

test.each<[Served, Revision]>([
  ['product', '2025-11-25'],
  ['product', '2026-07-28'],
  ['fixtures', '2025-11-25'],
  ['fixtures', '2026-07-28'],
])(
  'the official conformance suite finds nothing but what is known: %s, %s',
  async (served, revision) => {
    const partner = await createPartner();
    const server = await startMcpProcess(runningStack().environment, { fixtures: served === 'fixtures' });
    const authorization = `Bearer ${testToken({ partnerId: partner.id })}`;
    const proxy = await startProxy([server.origin], { authorization });
    await addFault({ kind: 'refuse', match: REFUSED });
    try {
      const { failed, reasons } = await runConformance(proxy.origin.replace('127.0.0.1', 'localhost') + MCP, revision);
      const expected = EXPECTED[served][revision];
      const unexpected = failed.filter((check) => !expected.includes(check));
      expect({ unexpected: unexpected.map((check) => `${check}: ${reasons[check]}`), failed }).toEqual({
        unexpected: [],
        failed: expected,
      });
    } finally {
      await removeFaults(REFUSED);
      await proxy.close();
      await server.stop();
    }
  },
  LIMIT_MS,
);
