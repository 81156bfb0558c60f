import type { CallToolResult } from '@modelcontextprotocol/server';
import type { ToolAnswer } from '../../api/mcp/tool-options.ts';

/** What a tool answered, which is no task and no question. */
export function resultOf(answer: ToolAnswer): CallToolResult {
  if ('content' in answer) return answer;
  throw new Error(`The tool answered with ${answer.resultType}.`);
}
