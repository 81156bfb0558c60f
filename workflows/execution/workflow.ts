import { ActivityFailure, CancellationScope, isCancellation, setCurrentDetails } from '@temporalio/workflow';
import type { ExecutionSteps } from '../../activities/executions.ts';
import { runGraph } from '../lib/graph.ts';
import { failureReason } from '../lib/job.ts';
import { proxyAiSteps, proxyTransitions } from '../lib/steps.ts';
import type { BegunExecution, ExecutionInput, ExecutionOutcome, ExecutionResult, StepNode } from './contract.ts';
import { progressDetails } from './progress-details.ts';

const { beginExecution, planByRule, settleExecution, endExecution, dropStep } = proxyTransitions<ExecutionSteps>();

/**
 * The AI may be slow or unavailable: half an hour after the first attempt the execution fails and its credits are
 * released. The activities enforce that limit themselves, since Temporal's would include the wait for a free slot.
 */
const workOf = proxyAiSteps<ExecutionSteps, 'ai'>('ai');

/**
 * Runs an execution from acceptance to its assets: begin, plan, steps (independent ones in parallel), of which the last one settles.
 */
export async function execution(input: ExecutionInput): Promise<ExecutionResult> {
  try {
    const begun: BegunExecution = await beginExecution(input);
    if (!begun.open) return finish('stopped');
    setCurrentDetails('**planning**');
    const { planExecution, runStep } = workOf(begun);
    // Decided by the recorded result of beginExecution: runs from before it returned a plan continue as they began.
    const plan = begun.plan ?? (await (begun.isPlannedByRule ? planByRule(input) : planExecution(input)));
    if (!plan) return finish('stopped');
    // Where the last steps were dropped, or done by an earlier release, none has settled the execution.
    const settled = (await runSteps(input, plan.steps, runStep)) || (await settleExecution(input));
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

/** Ends the run; stopped: the execution had ended before the run. */
function finish(status: 'completed' | 'stopped'): ExecutionResult {
  setCurrentDetails(`**${status}**`);
  return { status };
}

/** Credits are released even when a cancellation arrives now. */
function end(input: ExecutionInput, ending: ExecutionOutcome): Promise<boolean> {
  setCurrentDetails(outcomeDetails(ending));
  return CancellationScope.nonCancellable(() => endExecution({ ...input, ending }));
}

/**
 * Runs the steps; returns whether the last one has settled the execution. The first failure stops all running steps; the failure of an
 * optional step only skips the steps that depend on it.
 */
async function runSteps(
  input: ExecutionInput,
  steps: readonly StepNode[],
  runStep: ReturnType<typeof workOf>['runStep'],
): Promise<boolean> {
  let settled = false;
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
          const outcome = await runStep.executeWithOptions({ activityId: step.key, summary: summaryOf(step) }, [
            { ...input, key: step.key },
          ]);
          settled ||= outcome.settled === true;
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
  return settled;
}

function summaryOf({ key, kind }: StepNode): string {
  return key === kind ? key : `${kind}: ${key}`;
}

function outcomeDetails(ending: ExecutionOutcome): string {
  if (ending.status === 'cancelled') return '**cancelled**; nothing is charged';
  const where = ending.step === undefined ? '' : ` in step \`${ending.step}\``;
  return `**failed**${where}: \`${ending.reason}\`; nothing is charged`;
}

/** The activity id of a step is its key. */
function stepOf(failure: ActivityFailure): { step?: string } {
  return failure.activityType === 'runStep' && failure.activityId ? { step: failure.activityId } : {};
}
