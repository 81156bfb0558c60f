import { CATALOGUE } from '../../api/mcp/catalogue/product.ts';
import type { McpContext } from '../../api/mcp/context.ts';
import { callTool } from '../../api/mcp/handlers/tools.ts';
import { lacksTasks } from '../../api/mcp/modern/envelope.ts';
import type { ToolAnswer } from '../../api/mcp/tool-options.ts';
import { CASE_STUDY } from '../environment/case-study-body.ts';

/** The readers at whose mention the sandbox AI has to refuse, so that `failing_job` and `protocol_error_job` fail. */
export const REFUSED = 'readers that the conformance suite makes up';

/** The conformance suite's tools that take their time: work of the product, so that its tasks are what is tried. */
export const TASK_TOOLS = {
  greet: async (_context: McpContext, { name }: Record<string, unknown>): Promise<ToolAnswer> => ({
    content: [{ type: 'text', text: `Hello, ${name}!` }],
  }),
  slow_compute: (context: McpContext, { label }: Record<string, unknown>): Promise<ToolAnswer> =>
    execute(context, 'platform_knowledge_query', { query: `What are credits? (${label})` }),
  async failing_job(context: McpContext): Promise<ToolAnswer> {
    if (!context.offersTasks) throw lacksTasks();
    return execute(context, 'blog_post', { topic: 'Zebras', audience: REFUSED });
  },
  protocol_error_job: (context: McpContext): Promise<ToolAnswer> =>
    callTool(CATALOGUE, unasked(context), 'generate_case_study', { ...CASE_STUDY, outcomes: `Pleased ${REFUSED}.` }),
};

/** Executes a capability as a call of the product's tool does. */
export function execute(context: McpContext, slug: string, settings: object): Promise<ToolAnswer> {
  return callTool(CATALOGUE, unasked(context), 'execute_capability', { slug, settings });
}

/** The suite's tools have no price to agree to. */
function unasked(context: McpContext): McpContext {
  return { ...context, input: undefined };
}
