import { readMcpSchema } from '../../domain/mcp/operations/read-schema.ts';
import { type Route, route } from '../route.ts';
import { mcpSchemaSchema, presentMcpSchema } from './schema.ts';
import { TOOLS } from './tools/index.ts';

/** What REST tells of the MCP server. */
export const mcpRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/content-workflow/mcp-schema',
    tags: ['MCP'],
    summary: 'The tools of the MCP server with their schemas; unpaged',
    operation: readMcpSchema,
    present: () => presentMcpSchema(TOOLS),
    response: mcpSchemaSchema,
  }),
];
