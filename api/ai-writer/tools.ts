import { ADDS, READS, type Tool, tool } from '../mcp/tool.ts';
import { templateChoice } from './resource.ts';
import { generateTextRoute, listTemplatesRoute } from './routes.ts';

/** Texts from templates. */
export const aiWriterTools: Tool[] = [
  tool(listTemplatesRoute, {
    name: 'list_writer_templates',
    title: 'List writer templates',
    description: 'Lists the templates of the AI writer by their post_type, which generate_text takes.',
    source: templateChoice,
    annotations: READS,
  }),
  tool(generateTextRoute, {
    name: 'generate_text',
    title: 'Generate text',
    description:
      'Has the AI write texts by a template (post_type), and answers with them; the description of each field says which templates need it. Costs the credits of ai_writer for each started 500 words of maximum_length x number_of_results. For a content item on the board use execute_capability.',
    rename: { brand_voice_id: 'company', brand_voice_product_id: 'product' },
    whole: ['results'],
    annotations: { ...ADDS, openWorldHint: true },
  }),
];
