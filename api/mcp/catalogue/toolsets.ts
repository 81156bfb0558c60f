import type { Area } from '../../area.ts';
import type { Tool } from '../tool.ts';
import { DEFAULT } from '../toolsets.ts';

/**
 * The tools for common work: executing, reviewing, planning, scoring listings, reading documents and use. With the two that find and
 * call the others no more than 25, since models choose worse among many.
 */
const DEFAULT_TOOLS: readonly string[] = [
  'list_capabilities',
  'get_capability',
  'execute_capability',
  'get_execution',
  'list_executions',
  'list_execution_assets',
  'cancel_execution',
  'suggest_workflow_templates',
  'execute_workflow_template',
  'show_board',
  'get_content_item',
  'edit_content_item',
  'move_content_item',
  'list_brand_voices',
  'search_knowledge_base',
  'list_knowledge_bases',
  'list_gtm_events',
  'create_gtm_event',
  'list_listings',
  'get_listing_score',
  'analyze_listing',
  'list_case_studies',
  'get_usage',
];

/** Tools by toolset: one for each area that has tools, named after it, and the one for common work. */
export function toolsetsOf(areas: readonly Area[]): ReadonlyMap<string, readonly Tool[]> {
  const all = areas.flatMap(({ tools }) => tools);
  const usual = DEFAULT_TOOLS.map((name) => {
    const found = all.find((tool) => tool.name === name);
    if (!found) throw new Error(`There is no tool ${name}.`);
    return found;
  });
  const byArea = areas.flatMap(({ tag, tools }) =>
    tools.length > 0 ? [[tag.name.toLowerCase().replaceAll(' ', '-'), tools] as const] : [],
  );
  return new Map([[DEFAULT, usual], ...byArea]);
}
