import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Stage } from './scenes.ts';

/** A client that may ask the issuer for tokens. */
export interface TokenClient {
  token_endpoint: string;
  client_id: string;
  client_secret: string;
}

/** What an agent does: it signs in, lists the tools, and has something written by one call. */
export async function agentCall(
  { screen, docs }: Stage,
  baseUrl: string,
  client: TokenClient | undefined,
): Promise<void> {
  screen.scene('An agent, over the Model Context Protocol');
  if (!client) {
    screen.line('No client for tokens is known here.');
    return;
  }
  const url = new URL(`${baseUrl}/mcp`);
  const token = await tokenFor(url, client);
  const agent = new Client({ name: 'demo', version: '1' });
  const transport = new StreamableHTTPClientTransport(url, {
    requestInit: { headers: { Authorization: `Bearer ${token}` } },
  });
  await agent.connect(transport);
  try {
    const { tools } = await agent.listTools({});
    screen.fact(
      'tools',
      `${tools.length} of them: ${tools
        .slice(0, 5)
        .map(({ name }) => name)
        .join(', ')}, …`,
    );
    const call = {
      name: 'execute_capability',
      arguments: { slug: 'blog_post', settings: { topic: 'agents that write' } },
    };
    const { isError, content, structuredContent } = await agent.callTool(call, {
      onprogress: ({ progress, message }) => screen.line(`  ${screen.soft(`${progress}% ${message ?? ''}`)}`),
    });
    if (isError) throw new Error(`The tool answered ${JSON.stringify(content)}.`);
    screen.fact('called', `execute_capability: ${JSON.stringify(structuredContent)}`);
    screen.fact('read on', `${docs.origin}/docs/guides/mcp`);
  } finally {
    await transport.terminateSession();
    await agent.close();
  }
}

async function tokenFor(resource: URL, { token_endpoint, client_id, client_secret }: TokenClient): Promise<string> {
  const answer = await fetch(token_endpoint, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'mcp:full', resource: resource.href }),
  });
  const { access_token: token } = (await answer.json()) as { access_token?: string };
  if (!token) throw new Error(`${token_endpoint} answered ${answer.status}.`);
  return token;
}
