import { ActivityFailure, CancellationScope, isCancellation, setCurrentDetails } from '@temporalio/workflow';
import type { ExecutionSteps } from '../../activities/executions.ts';
import { runGraph } from '../lib/graph.ts';
import { failureReason } from '../lib/job.ts';
import { proxyAiSteps, proxyTransitions } from '../lib/steps.ts';
import type { BegunExecution, ExecutionInput, ExecutionOutcome, ExecutionResult, StepNode } from './contract.ts';
import { progressDetails } from './progress-details.ts';

const { beginExecution, planByRule, settleExecution, endExecution, dropStep } = proxyTransitions<ExecutionSteps>();

/**
 * The AI may be slow or away: half an hour from the first attempt, which the activities watch themselves (Temporal's own limit would
 * count the wait for a free slot, too), then the execution fails and its credits go back.
 */
const workOf = proxyAiSteps<ExecutionSteps>();

/** From an accepted execution to its assets: begin, plan, steps (independent ones in parallel), settle. */
export async function execution(input: ExecutionInput): Promise<ExecutionResult> {
  try {
    const begun: BegunExecution = await beginExecution(input);
    if (!begun.open) return finish('stopped');
    setCurrentDetails('**planning**');
    const { planExecution, runStep } = workOf(begun);
    // What is recorded of the beginning decides: a run that began before it said as much goes on as runs did then.
    const plan = begun.plan ?? (await (begun.isPlannedByRule ? planByRule(input) : planExecution(input)));
    if (!plan) return finish('stopped');
    await runSteps(input, plan.steps, runStep);
    const settled = await settleExecution(input);
    return finish(settled ? 'completed' : 'stopped');
  } catch (error) {
    if (isCancellation(error)) {
      await end(input, { status: 'cancelled' });
      throw error;
    }
    if (!(error instanceof ActivityFailure)) throw error;
    await end(input, { status: 'failed', reason: failureReason(error), ...stepOf(error) });
    return { status: 'failed' };
  }
}

/** Ends the run; stopped: the execution itself had ended before the run could. */
function finish(status: 'completed' | 'stopped'): ExecutionResult {
  setCurrentDetails(`**${status}**`);
  return { status };
}

/** A cancel, even one that comes now, does not keep the credits from being given back. */
function end(input: ExecutionInput, ending: ExecutionOutcome): Promise<boolean> {
  setCurrentDetails(outcomeDetails(ending));
  return CancellationScope.nonCancellable(() => endExecution({ ...input, ending }));
}

/** Runs the steps; the first failure stops those that are under way, but for one of an optional step, which only those miss that need it. */
async function runSteps(
  input: ExecutionInput,
  steps: readonly StepNode[],
  runStep: ReturnType<typeof workOf>['runStep'],
): Promise<void> {
  const finished = new Set<string>();
  const running = new Set<string>();
  const dropped = new Set<string>();
  const show = () => {
    const kept = steps.filter(({ key }) => !dropped.has(key));
    setCurrentDetails(progressDetails(kept, finished, running));
  };
  await CancellationScope.cancellable(async () => {
    const scope = CancellationScope.current();
    try {
      await runGraph(steps, async (step) => {
        if (step.dependsOn.some((key) => dropped.has(key))) {
          dropped.add(step.key);
          return;
        }
        running.add(step.key);
        show();
        try {
          await runStep.executeWithOptions({ activityId: step.key, summary: summaryOf(step) }, [
            { ...input, key: step.key },
          ]);
          finished.add(step.key);
        } catch (error) {
          if (!step.optional || isCancellation(error) || !(error instanceof ActivityFailure)) throw error;
          await dropStep({ ...input, key: step.key, reason: failureReason(error) });
          dropped.add(step.key);
        }
        running.delete(step.key);
        show();
      });
    } catch (error) {
      scope.cancel();
      throw error;
    }
  });
}

function summaryOf({ key, kind }: StepNode): string {
  return key === kind ? key : `${kind}: ${key}`;
}

function outcomeDetails(ending: ExecutionOutcome): string {
  if (ending.status === 'cancelled') return '**cancelled**; nothing is charged';
  const where = ending.step === undefined ? '' : ` in step \`${ending.step}\``;
  return `**failed**${where}: \`${ending.reason}\`; nothing is charged`;
}

/** Steps are scheduled under their key. */
function stepOf(failure: ActivityFailure): { step?: string } {
  return failure.activityType === 'runStep' && failure.activityId ? { step: failure.activityId } : {};
}
