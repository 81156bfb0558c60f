import { nothing } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { capabilityParams, knownCapability } from '../target.ts';
import type { Capability } from '../types.ts';

/** One capability of the catalogue with its settings. */
export const getCapability = operation({
  name: 'capabilities.get',
  permission: 'view_content',
  params: capabilityParams,
  target: knownCapability,
  input: nothing,
  run: async (_deps, _call, _input, capability): Promise<Capability> => capability,
});
