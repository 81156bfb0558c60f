// Executes a capability over MCP: BASE_URL=… ISSUER=… CLIENT_ID=… CLIENT_SECRET=… node examples/mcp/execute.ts
// Needs npm install @modelcontextprotocol/client
import { Client, ClientCredentialsProvider, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

const { BASE_URL = '', ISSUER = '', CLIENT_ID = '', CLIENT_SECRET = '' } = process.env;

// Signs in by itself once the server asks for it, and again when the token has ended.
const authProvider = new ClientCredentialsProvider({
  clientId: CLIENT_ID,
  clientSecret: CLIENT_SECRET,
  expectedIssuer: ISSUER,
  scope: 'mcp:full',
});
const client = new Client({ name: 'example', version: '1' }, { versionNegotiation: { mode: 'auto' } });
await client.connect(new StreamableHTTPClientTransport(new URL(`${BASE_URL}/mcp`), { authProvider }));
try {
  const { tools } = await client.listTools();
  process.stdout.write(`${tools.length} tools\n`);

  const { isError, content, structuredContent } = await client.callTool(
    { name: 'execute_capability', arguments: { slug: 'blog_post', settings: { topic: 'MCP in TypeScript' } } },
    { onprogress: ({ progress }) => process.stdout.write(`progress ${progress}\n`) },
  );
  // What a tool refuses is told in the result, for the model.
  if (isError) throw new Error(JSON.stringify(content));
  const { execution_id, status } = structuredContent as { execution_id: number; status: string };
  process.stdout.write(`execution ${execution_id} is ${status}\n`);
} finally {
  await client.close();
}
