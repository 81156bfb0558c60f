import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { MCP } from '../environment/mcp.ts';
import { createPartner } from '../environment/partners.ts';
import { runningStack } from '../environment/running-stack.ts';
import { runConformance } from '../mcp/conformance.ts';
import { startMcpProcess } from '../mcp/process.ts';
import { startProxy } from '../mcp/proxy.ts';
import { testToken } from '../mcp/tokens.ts';

const LIMIT_MS = 180_000;
/** Scenarios that call the suite's own tools, resources and prompts, which the product lacks. */
const BASELINE = fileURLToPath(new URL('../mcp/conformance-baseline.yaml', import.meta.url));

test.each([
  ['the product, but for what the suite expects to find', { fixtures: false }, BASELINE],
  ['every scenario, with what the suite expects to find', { fixtures: true }, undefined],
])(
  'the official conformance suite passes: %s',
  async (_what, settings, baseline) => {
    const partner = await createPartner();
    const server = await startMcpProcess(runningStack().environment, settings);
    const authorization = `Bearer ${testToken({ partnerId: partner.id })}`;
    const proxy = await startProxy([server.origin], { authorization });
    try {
      const { code, output } = await runConformance(proxy.origin.replace('127.0.0.1', 'localhost') + MCP, baseline);
      expect({ code, output: code === 0 ? '' : output }).toEqual({ code: 0, output: '' });
    } finally {
      await proxy.close();
      await server.stop();
    }
  },
  LIMIT_MS,
);
