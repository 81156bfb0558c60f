import type { DemoApi, StreamEvent } from './api.ts';
import { bar } from './charts.ts';
import type { ExecutionDetail, PlannedStep } from './resources.ts';
import type { Screen } from './screen.ts';

const BAR_WIDTH = 30;

/** The state of an execution, as its event stream has reported it so far. */
export interface Progress {
  status: string;
  percentage: number;
  steps: PlannedStep[];
  states: Map<string, { status: string; summary?: string }>;
}

/**
 * Follows an execution by its event stream: a bar and a line a step that are drawn over on a terminal, a line an event
 * elsewhere. Returns when the execution ends, or when `enough` says so.
 */
export async function follow(
  api: DemoApi,
  screen: Screen,
  id: number,
  enough: (progress: Progress) => boolean = () => false,
): Promise<Progress> {
  const path = `/content-workflow/executions/${id}`;
  const progress: Progress = { status: 'pending', percentage: 0, steps: [], states: new Map() };
  const block = screen.block();
  const leaving = new AbortController();
  for await (const event of api.events(`${path}/events`, leaving.signal)) {
    take(progress, event);
    if (event.type === 'status' && progress.steps.length === 0 && progress.status !== 'pending') {
      const { data } = await api.get<{ data: ExecutionDetail }>(path);
      takePlan(progress, data);
    }
    block.draw(linesOf(progress, screen));
    if (!screen.live) printEvent(screen, event);
    if (enough(progress)) break;
  }
  leaving.abort();
  return progress;
}

function take(progress: Progress, { type, data }: StreamEvent): void {
  if (typeof data['progress_percentage'] === 'number') progress.percentage = data['progress_percentage'];
  if (type === 'status') progress.status = String(data['status']);
  if (type !== 'step') return;
  const summary = typeof data['summary'] === 'string' ? { summary: data['summary'] } : {};
  progress.states.set(String(data['key']), { status: String(data['status']), ...summary });
}

/** The plan, and the steps that a retry found finished. */
function takePlan(progress: Progress, { attributes }: ExecutionDetail): void {
  progress.steps = attributes.execution_plan?.steps ?? [];
  for (const { key, reused_from } of attributes.step_results) {
    if (reused_from !== null)
      progress.states.set(key, { status: 'reused', summary: `from execution ${reused_from}, not done again` });
  }
}

function linesOf({ status, percentage, steps, states }: Progress, screen: Screen): string[] {
  const done = percentage === 100 || status === 'completed';
  const filled = bar(percentage, BAR_WIDTH);
  const width = Math.max(0, ...steps.map(({ key }) => key.length));
  return [
    `${done ? screen.good(filled) : filled} ${String(percentage).padStart(3)} %  ${status}`,
    ...steps.map(({ key }) => {
      const { status: state = 'waiting', summary = '' } = states.get(key) ?? {};
      const shown = state.padEnd(9);
      const coloured =
        state === 'running' ? screen.warn(shown) : state === 'waiting' ? screen.soft(shown) : screen.good(shown);
      return `${key.padEnd(width)}  ${coloured}  ${screen.soft(summary)}`;
    }),
  ];
}

function printEvent(screen: Screen, { type, data }: StreamEvent): void {
  if (type === 'status') screen.line(`${data['status']}`);
  if (type !== 'step') return;
  const summary = data['summary'] === undefined ? '' : `: ${data['summary']}`;
  screen.line(`  ${data['key']} ${data['status']}${summary}`);
}
