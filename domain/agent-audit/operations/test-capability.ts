import { z } from 'zod';
import { findCapability } from '../../capabilities/catalogue/index.ts';
import type { Capability } from '../../capabilities/types.ts';
import { executeCapability } from '../../executions/operations/execute-capability.ts';
import { inSandbox } from '../../kernel/call.ts';
import { notFound } from '../../kernel/errors.ts';
import { operation } from '../../kernel/operation.ts';

/** Executes a capability as a sandbox key would: the sandbox AI answers, and nothing is charged. Otherwise it is an execution like any. */
export const testCapability = operation({
  ...executeCapability,
  name: 'agent_audit.test_capability',
  permission: 'manage_agents',
  params: z.object({ capability: z.string().min(1).max(64).describe('Slug of a capability, such as `blog_post`.') }),
  async target(_deps, _call, { capability: slug }): Promise<Capability> {
    const capability = findCapability(slug);
    if (!capability) throw notFound('Capability');
    return capability;
  },
  run: (deps, call, input, capability) => executeCapability.run(deps, inSandbox(call), input, capability),
});
