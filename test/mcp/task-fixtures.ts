import { CATALOGUE } from '../../api/mcp/catalogue/product.ts';
import type { McpContext } from '../../api/mcp/context.ts';
import { callTool } from '../../api/mcp/handlers/tools.ts';
import { lacksTasks } from '../../api/mcp/modern/envelope.ts';
import type { ToolAnswer } from '../../api/mcp/tool-options.ts';

/** The readers at whose mention the sandbox AI has to refuse, so that `failing_job` fails. */
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
};

/** Executes a capability as a call of the product's tool does. */
export function execute(context: McpContext, slug: string, settings: object): Promise<ToolAnswer> {
  return callTool(CATALOGUE, unasked(context), 'execute_capability', { slug, settings });
}

/** The suite's tools have no price to agree to. */
function unasked(context: McpContext): McpContext {
  return { ...context, input: undefined };
}
