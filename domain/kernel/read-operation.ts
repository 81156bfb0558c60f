import type { z } from 'zod';
import { nothing } from './invoke.ts';
import type { Operation } from './operation.ts';

type Read<Params extends z.ZodType, Target> = Operation<Params, typeof nothing, Target, Target>;

/** An operation that returns the record of its path as its target loads it. */
export function readOperation<Params extends z.ZodType, Target>(
  declared: Omit<Read<Params, Target>, 'input' | 'run' | 'target'> & Required<Pick<Read<Params, Target>, 'target'>>,
): Read<Params, Target> {
  return { ...declared, input: nothing, run: async (_deps, _call, _input, target) => target };
}
