import { cancellationSignal, log } from '@temporalio/activity';
import type { z } from 'zod';
import type { Deps } from '../domain/kernel/deps.ts';
import { perform, type Step } from '../domain/kernel/step.ts';
import type { ServedSteps } from './flow.ts';
import { describeProgress } from './progress.ts';

/**
 * Wraps a step as an activity: passes on the run's cancellation, and progress for the heartbeat.
 */
export function activity<Input extends z.ZodType, Output extends z.ZodType>(
  deps: Deps,
  step: Step<Input, Output>,
): (input: z.input<Input>) => Promise<z.output<Output>> {
  return async (input) => {
    let progress: unknown;
    describeProgress(() => progress);
    return perform(deps, step, input, {
      signal: cancellationSignal(),
      report: (given) => {
        progress = given;
      },
      // The activity context adds the run's id, whose memo has the request id.
      warn: (error, message) => log.warn(message, { error }),
    });
  };
}

/** Activities by name, as a worker serves them. */
export function activitiesOf(deps: Deps, steps: ServedSteps): Record<string, (input: never) => Promise<unknown>> {
  const served = Object.entries(steps).map(([name, given]) => [
    name,
    typeof given === 'function' ? given(deps) : activity(deps, given),
  ]);
  return Object.fromEntries(served);
}
