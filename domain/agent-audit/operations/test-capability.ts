import { z } from 'zod';
import { namedCapability } from '../../capabilities/request.ts';
import type { Capability } from '../../capabilities/types.ts';
import { executeCapability, executionOfCapability } from '../../executions/operations/execute-capability.ts';
import { inSandbox } from '../../kernel/call.ts';
import { operation } from '../../kernel/operation.ts';
import { takeFreeRun } from '../free-runs.ts';

/** Executes a capability with the sandbox AI and without charge; in every other respect it is a normal execution. */
export const testCapability = operation({
  ...executeCapability,
  name: 'agent_audit.test_capability',
  permission: 'manage_agents',
  params: z.object({ capability: z.string().min(1).max(64).describe('Slug of a capability, such as `blog_post`.') }),
  target: async (deps, _call, { capability }): Promise<Capability> => namedCapability(deps, capability),
  run(deps, call, input, capability) {
    // The execution is of the sandbox; the credential that asks for it may not be.
    const { run } = executionOfCapability({ admit: (tx) => takeFreeRun(tx, call) });
    return run(deps, inSandbox(call), input, capability);
  },
});
