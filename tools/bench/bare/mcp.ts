/** The SDK's own example of a server on Express that answers with JSON and keeps sessions in memory, without what it writes to the console. */
import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { createMcpExpressApp } from '@modelcontextprotocol/sdk/server/express.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { isInitializeRequest } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';

/** As many as a page of the product's. */
const TOOLS = 10;

function newServer(): McpServer {
  const server = new McpServer({ name: 'json-response-streamable-http-server', version: '1.0.0' });
  for (let index = 0; index < TOOLS; index += 1) {
    server.registerTool(
      index === 0 ? 'greet' : `greet-${index}`,
      { description: 'A simple greeting tool', inputSchema: { name: z.string().describe('Name to greet') } },
      async ({ name }) => ({ content: [{ type: 'text', text: `Hello, ${name}!` }] }),
    );
  }
  return server;
}

const sessions = new Map<string, StreamableHTTPServerTransport>();
const app = createMcpExpressApp();

app.post('/mcp', async (req, res) => {
  const known = sessions.get(String(req.headers['mcp-session-id']));
  if (known) return known.handleRequest(req, res, req.body);
  if (!isInitializeRequest(req.body)) return void res.status(400).end();
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: () => randomUUID(),
    enableJsonResponse: true,
    onsessioninitialized: (id) => void sessions.set(id, transport),
  });
  // The transport's own types do not fit exactOptionalPropertyTypes.
  await newServer().connect(transport as never);
  await transport.handleRequest(req, res, req.body);
});

const server = app.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`);
});
process.once('SIGTERM', () => process.exit());
