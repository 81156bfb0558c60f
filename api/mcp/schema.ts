import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { PROTOCOL_VERSION } from '../../domain/mcp/rules.ts';
import type { Tool } from './tool.ts';

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** Name and version of the server, as in the protocol. */
export const SERVER_INFO = { name: 'marketwright', title: 'Marketwright', version };

const jsonSchema = z.record(z.string(), z.unknown());

/** What the MCP server offers, for clients that read it over REST. */
export const mcpSchemaSchema = z.object({
  mcp_version: z.string(),
  server_name: z.string(),
  server_version: z.string(),
  tools: z.array(
    z.object({
      name: z.string(),
      title: z.string(),
      description: z.string(),
      inputSchema: jsonSchema,
      outputSchema: jsonSchema,
      annotations: z.record(z.string(), z.unknown()),
    }),
  ),
});

/** The registry of tools, for readers without an MCP client. */
export function presentMcpSchema(tools: readonly Tool[]): z.input<typeof mcpSchemaSchema> {
  return {
    mcp_version: PROTOCOL_VERSION,
    server_name: SERVER_INFO.name,
    server_version: SERVER_INFO.version,
    tools: tools.map(({ description }) => ({ ...description, annotations: { ...description.annotations } })),
  };
}
