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
  mcp_version: z.string().describe('Protocol version, as a date.'),
  server_name: z.string().describe('Name of the server, as sent to clients.'),
  server_version: z.string().describe('Version of the service.'),
  tools: z
    .array(
      z.object({
        name: z.string().describe('Name of the tool for calls.'),
        title: z.string().describe('Display name.'),
        description: z.string().describe('What the tool does, for models.'),
        inputSchema: jsonSchema.describe('JSON Schema of the arguments.'),
        outputSchema: jsonSchema.describe('JSON Schema of the structured result.'),
        annotations: z.record(z.string(), z.unknown()).describe('Protocol hints: read-only, destructive, idempotent.'),
      }),
    )
    .describe('All tools of the server.'),
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
