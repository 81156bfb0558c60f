import { z } from 'zod';
import { isOpen } from '../../../domain/executions/rules.ts';
import { EXECUTION_STATUSES } from '../../../domain/executions/table.ts';
import { EXECUTION } from '../../../workflows/execution/contract.ts';
import { waitUntil } from '../../environment/wait-until.ts';
import { type Recorder, TOPIC } from '../recorder.ts';

const attributesSchema = z.object({
  status: z.enum(EXECUTION_STATUSES),
  step_results: z.array(z.object({ key: z.string(), status: z.string() })),
});
const executionSchema = z.object({ data: z.object({ attributes: attributesSchema }) });

/** Executions that end by themselves, with and without failures of the AI. */
export async function recordExecutions(recorder: Recorder): Promise<void> {
  await save(recorder, 'blog-post-settled-by-its-step', await execute(recorder, 'blog_post', { topic: TOPIC }));
  await save(recorder, 'campaign-settled-by-a-step', await execute(recorder, 'campaign_launch', { topic: TOPIC }));
  const query = await execute(recorder, 'platform_knowledge_query', { query: TOPIC });
  await save(recorder, 'answer-settled-by-its-step', query);
  const topic = 'Paying with the card 4111 1111 1111 1111';
  await save(recorder, 'blocked-by-guardrail', await execute(recorder, 'blog_post', { topic }));

  await recorder.setAiFaults(
    { kind: 'rate_limit', times: 1, retry_after_seconds: 1 },
    { kind: 'error', status: 503, times: 1 },
  );
  await save(recorder, 'ai-failed-for-a-while', await execute(recorder, 'blog_post', { topic: TOPIC }));
  await recorder.setAiFaults({ kind: 'refuse' });
  await save(recorder, 'ai-declined', await execute(recorder, 'blog_post', { topic: TOPIC }));

  await recorder.setAiFaults({ kind: 'refuse', match: 'Deliverable: social_post' });
  const template = '/content-workflow/workflow-templates/feature_announcement/execute';
  const ofTemplate = await recorder.create(template, { input: { topic: TOPIC } });
  await save(recorder, 'template-without-an-optional-step', ofTemplate);
  await recorder.setAiFaults();
}

/** Executions that are cancelled while they are planned, and while a step runs. */
export async function recordStoppedExecutions(recorder: Recorder): Promise<void> {
  await recorder.setAiFaults({ kind: 'hang' });
  const planning = await execute(recorder, 'blog_post', { topic: TOPIC });
  await untilExecution(recorder, planning, ({ status }) => status === 'planning');
  await cancel(recorder, planning);
  await save(recorder, 'cancelled-while-planning', planning);
  await recorder.setAiFaults({ kind: 'hang', match: 'Deliverable: email_draft' });
  const executing = await execute(recorder, 'campaign_launch', { topic: TOPIC });
  await untilExecution(recorder, executing, ({ step_results: steps }) =>
    steps.some(({ key, status }) => key === 'emails' && status === 'running'),
  );
  await cancel(recorder, executing);
  await save(recorder, 'cancelled-while-executing', executing);
  await recorder.setAiFaults();
}

async function save(recorder: Recorder, name: string, id: number): Promise<void> {
  await untilExecution(recorder, id, ({ status }) => !isOpen(status));
  await recorder.save(EXECUTION, name, id);
}

function execute(recorder: Recorder, slug: string, settings: object): Promise<number> {
  return recorder.create(`/content-workflow/capabilities/${slug}/execute`, { settings });
}

function cancel(recorder: Recorder, id: number): Promise<unknown> {
  return recorder.call('POST', `/content-workflow/executions/${id}/cancel`);
}

async function untilExecution(
  recorder: Recorder,
  id: number,
  isThere: (attributes: z.output<typeof attributesSchema>) => boolean,
): Promise<void> {
  await waitUntil(`execution ${id}`, async () => {
    const { data } = executionSchema.parse(await recorder.call('GET', `/content-workflow/executions/${id}`));
    return isThere(data.attributes);
  });
}
