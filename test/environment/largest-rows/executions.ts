import { executionExchangeTable, executionStepTable, executionTable } from '../../../domain/executions/table.ts';
import { LIMITS } from '../../../domain/kernel/limits.ts';
import { workflowTemplateTable, workflowTemplateVersionTable } from '../../../domain/workflow-templates/table.ts';
import { triggerFiringTable, workflowTriggerTable } from '../../../domain/workflow-triggers/table.ts';
import { type Filler, idOf, type LargestRows, ROWS } from './filler.ts';

/** Executions of an agent, and the templates and triggers that start them. */
export async function fillExecutions(
  { inBytes, longest, many }: Filler,
  agentId: number,
): Promise<{ executionId: number; lists: LargestRows[] }> {
  const [execution] = await many(executionTable, () => ({
    agent_id: agentId,
    settings: { topic: longest(20_000) },
    context: { passages: Array.from({ length: 10 }, () => longest(5_000)) },
    plan_summary: longest(5_000),
    trigger_id: null,
    trigger_chain: [],
    retried_from: null,
    lineage_id: null,
  }));
  const executionId = idOf(execution);
  await many(executionStepTable, (n) => ({
    execution_id: executionId,
    key: `step_${n}`,
    position: n,
    depends_on: [],
    deliverable: null,
    output: null,
    reused_from: null,
    settings: null,
    feeds: null,
  }));
  await many(executionExchangeTable, (n) => ({
    execution_id: executionId,
    step: `step_${n}`,
    prompt: longest(32_000),
    answer: longest(32_000),
  }));
  const templates = await many(workflowTemplateTable, (n) => ({
    slug: `largest_${String(n).padStart(3, '0')}`,
    name: `${n}`,
    description: '',
    version: 1,
    bytes: Math.floor(LIMITS.workflow_template_bytes.most / ROWS),
  }));
  // All of them together are as large as those of a partner may be.
  const share = LIMITS.workflow_template_bytes.most / ROWS - 400;
  const definition = {
    input: [
      { name: 'topic', type: 'string', required: true, description: '' },
      { name: 'kind', type: 'enum', required: false, description: '', values: [inBytes(share)] },
    ],
    steps: [
      { key: 'post', capability: 'blog_post', title: 'x', depends_on: [], optional: false, settings: {}, when: [] },
    ],
    example: {},
  };
  await many(workflowTemplateVersionTable, (n) => ({ template_id: idOf(templates[n]), version: 1, definition }));
  await many(workflowTemplateVersionTable, (n) => ({
    template_id: idOf(templates[0]),
    version: n + 2,
    definition,
  }));
  const [trigger] = await many(workflowTriggerTable, (n) => ({
    type: 'event',
    cron: null,
    timezone: null,
    event_name: 'cosell.created',
    filter: { stage: longest(500) },
    // As many as a body has room for.
    conditions: Array.from({ length: 10 }, () => ({
      path: longest(200),
      operator: 'one_of',
      values: Array.from({ length: 50 }, () => longest(Math.min(500, inBytes(1_800).length))),
    })),
    mapping: Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`setting_${index}`, longest(200)])),
    pause_after_failures: 20,
    input: { topic: inBytes(60_000) },
    template_slug: null,
    capability_slug: 'faq',
    pause_reason: null,
    user_id: null,
    client_id: null,
    lineage_id: null,
    last_result: 'fired',
    name: `${n}${longest(100)}`,
  }));
  await many(triggerFiringTable, (n) => ({
    trigger_id: idOf(trigger),
    occurrence: `${n}`,
    event_id: null,
    chain: [1, 2, 3],
    status: 'fired',
    result: 'fired',
    execution_id: null,
  }));
  return {
    executionId,
    lists: [
      { route: 'GET /content-workflow/executions', params: {} },
      { route: 'GET /content-workflow/executions/{id}/exchanges', params: { id: executionId } },
      { route: 'GET /content-workflow/workflow-templates', params: {} },
      { route: 'GET /content-workflow/workflow-templates/{slug}/versions', params: { slug: 'largest_000' } },
      { route: 'GET /content-workflow/workflow-triggers', params: {} },
      { route: 'GET /content-workflow/workflow-triggers/{id}/firings', params: { id: idOf(trigger) } },
    ],
  };
}
