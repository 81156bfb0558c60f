import { expect } from '@jest/globals';
import type { Stack } from '../../infra/local/stack.ts';
import type { Drill } from './environment.ts';
import { runDrill } from './run-drill.ts';

/** Runs a drill as a test: it and every invariant must hold. */
export async function expectNothingLost(stack: Stack, drill: Drill): Promise<void> {
  const { findings } = await runDrill(stack, drill);
  expect(findings.problems).toEqual([]);
}
