import { readMcpSchema } from '../../domain/mcp/operations/read-schema.ts';
import { type Area, area, toolsOf } from '../area.ts';
import { MCP_TAG } from '../openapi/mcp.ts';
import { route } from '../route.ts';
import { mcpSchemaSchema, presentMcpSchema } from './schema.ts';

/** The REST routes about the MCP server, which offers the tools of these areas. */
export function mcpArea(areas: readonly Area[]): Area {
  return area({
    tag: MCP_TAG,
    routes: [
      route({
        method: 'GET',
        path: '/content-workflow/mcp-schema',
        summary: 'The tools of the MCP server with their schemas; unpaged',
        operationId: 'getMcpSchema',
        operation: readMcpSchema,
        body: { schema: mcpSchemaSchema, present: () => presentMcpSchema(toolsOf(areas)) },
      }),
    ],
  });
}
