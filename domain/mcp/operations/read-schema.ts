import { nothing } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';

/** Permission to read what the MCP server offers; the registry itself belongs to the API layer. */
export const readMcpSchema = operation({
  name: 'mcp.read_schema',
  permission: 'partner',
  params: nothing,
  input: nothing,
  run: async (): Promise<void> => undefined,
});
