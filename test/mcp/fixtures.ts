import { setTimeout as delay } from 'node:timers/promises';
import type { CallToolResult, GetPromptResult, ServerContext } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { CATALOGUE } from '../../api/mcp/catalogue/product.ts';
import type { McpContext, SessionContext } from '../../api/mcp/context.ts';
import { Refusal } from '../../api/mcp/failure.ts';
import { createHandlers, type Handlers } from '../../api/mcp/handlers/handlers.ts';
import { CODES, RpcError, resultMessage } from '../../api/mcp/json-rpc.ts';
import type { ToolAnswer } from '../../api/mcp/tool-options.ts';
import type { McpEndpointOptions } from '../../api/mcp/transport/endpoint.ts';
import type { RequestTransport } from '../../api/mcp/transport/server.ts';
import type { ChangeKind } from '../../domain/kernel/change-events.ts';
import { partnerOf } from '../../domain/kernel/invoke.ts';
import { DEFAULTS, ENUMS, USER } from './elicitation-schemas.ts';
import { INPUT_TOOLS } from './input-fixtures.ts';
import { SCHEMA_2020_12 } from './schema-2020-12.ts';
import { TASK_TOOLS } from './task-fixtures.ts';

/** A red pixel. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
/** A WAV without a sample. */
const WAV = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA=';
const PAUSE_MS = 50;

const text = (value: string) => ({ type: 'text' as const, text: value });
const image = { type: 'image' as const, data: PNG, mimeType: 'image/png' };
const embedded = (uri: string, mimeType: string, value: string) => ({
  type: 'resource' as const,
  resource: { uri, mimeType, text: value },
});
const said = (value: string): CallToolResult => ({ content: [text(value)] });

type Fixture = (
  context: McpContext,
  given: Record<string, unknown>,
  request: ServerContext | undefined,
) => Promise<ToolAnswer>;

/** Tools that the conformance suite calls by name. */
const TOOLS: Record<string, Fixture> = {
  test_simple_text: async () => said('This is a simple text response for testing.'),
  test_image_content: async () => ({ content: [image] }),
  test_audio_content: async () => ({ content: [{ type: 'audio', data: WAV, mimeType: 'audio/wav' }] }),
  test_embedded_resource: async () => ({
    content: [embedded('test://embedded-resource', 'text/plain', 'This is an embedded resource content.')],
  }),
  test_multiple_content_types: async () => ({
    content: [
      text('Multiple content types test:'),
      image,
      embedded('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
    ],
  }),
  async test_tool_with_logging({ notify }) {
    const steps = ['Tool execution started', 'Tool processing data', 'Tool execution completed'];
    for (const data of steps) {
      notify('notifications/message', { level: 'info', data });
      await delay(PAUSE_MS);
    }
    return said('The tool has logged.');
  },
  test_error_handling: async () => ({ ...said('This tool intentionally returns an error for testing'), isError: true }),
  async test_tool_with_progress({ notify, progressToken }) {
    for (const progress of [0, 50, 100]) {
      if (progressToken !== undefined) notify('notifications/progress', { progressToken, progress, total: 100 });
      await delay(PAUSE_MS);
    }
    return said('The tool has progressed.');
  },
  async test_logging_tool({ log }) {
    log('info', { message: 'The tool is called.' });
    return said('The tool has logged for whoever wanted it.');
  },
  async test_missing_capability() {
    // The product asks no client for sampling, so nothing here says which clients could.
    const data = { requiredCapabilities: { sampling: {} } };
    throw new Refusal(400, new RpcError(CODES.missingClientCapability, 'Missing required client capability', data));
  },
  async test_streaming_elicitation({ notify, progressToken }) {
    if (progressToken !== undefined) notify('notifications/progress', { progressToken, progress: 50, total: 100 });
    return said('The tool has streamed.');
  },
  test_trigger_tool_change: (context) => changed(context, 'tools'),
  test_trigger_prompt_change: (context) => changed(context, 'prompts'),
  async test_sampling(_context, { prompt }, request) {
    const answer = await requestOf(request).send({
      method: 'sampling/createMessage',
      params: { messages: [{ role: 'user', content: text(String(prompt)) }], maxTokens: 100 },
    });
    return said(`LLM response: ${JSON.stringify(answer)}`);
  },
  test_elicitation: async (_context, { message }, request) =>
    said(`User response: ${await elicit(request, String(message), USER)}`),
  test_elicitation_sep1034_defaults: async (_context, _given, request) =>
    said(`Elicitation completed: ${await elicit(request, 'Please check the defaults', DEFAULTS)}`),
  test_elicitation_sep1330_enums: async (_context, _given, request) =>
    said(`Elicitation completed: ${await elicit(request, 'Please choose', ENUMS)}`),
  json_schema_2020_12_tool: async (_context, given) => said(JSON.stringify(given)),
  ...INPUT_TOOLS,
  ...TASK_TOOLS,
};

/** What a server can ask of its client within a session. */
function requestOf(request: ServerContext | undefined): ServerContext['mcpReq'] {
  if (!request) throw new RpcError(CODES.invalidParams, 'Without a session nothing is asked of the client.');
  return request.mcpReq;
}

async function elicit(context: ServerContext | undefined, message: string, requestedSchema: object): Promise<string> {
  // The suite's schemas have keywords that the SDK's types do not know yet.
  const request = { method: 'elicitation/create', params: { message, requestedSchema } };
  const answer = await requestOf(context).send(request, z.looseObject({ action: z.string(), content: z.unknown() }));
  return `action=${answer.action}, content=${JSON.stringify(answer.content ?? {})}`;
}

/** Changes a list of the partner's, as its followers see it. */
async function changed({ deps, call }: McpContext, kind: ChangeKind): Promise<CallToolResult> {
  await deps.transaction(call, async (tx) => tx.emit({ partnerId: partnerOf(call), kind, uri: null, action: null }));
  return said(`The list of ${kind} has changed.`);
}

const PROMPTS: Record<string, (given: Record<string, string>) => GetPromptResult['messages']> = {
  test_simple_prompt: () => [{ role: 'user', content: text('This is a simple prompt for testing.') }],
  test_prompt_with_arguments: ({ arg1, arg2 }) => [
    { role: 'user', content: text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`) },
  ],
  test_prompt_with_embedded_resource: ({ resourceUri = '' }) => [
    { role: 'user', content: embedded(resourceUri, 'text/plain', 'Embedded resource content for testing.') },
    { role: 'user', content: text('Please process the embedded resource above.') },
  ],
  test_prompt_with_image: () => [
    { role: 'user', content: image },
    { role: 'user', content: text('Please analyze the image above.') },
  ],
};

const ARGUMENTS: Record<string, string[]> = {
  test_prompt_with_arguments: ['arg1', 'arg2'],
  test_prompt_with_embedded_resource: ['resourceUri'],
};

function contents(uri: string) {
  const id = /^test:\/\/template\/(\w+)\/data$/.exec(uri)?.[1];
  if (id)
    return {
      mimeType: 'application/json',
      text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }),
    };
  if (uri === 'test://static-binary') return { mimeType: 'image/png', blob: PNG };
  if (uri === 'test://static-text') {
    return { mimeType: 'text/plain', text: 'This is the content of the static text resource.' };
  }
  if (uri === 'test://watched-resource') return { mimeType: 'text/plain', text: 'Watched resource content.' };
  throw new RpcError(CODES.invalidParams, 'Resource not found.', { uri });
}

/** The same endpoint with what the conformance suite expects to find instead of the product's tools. */
export function createFixtures(): Pick<McpEndpointOptions, 'handlers' | 'clientRequests'> {
  const open = new Map<string, Set<RequestTransport>>();
  const handlers = fixtureHandlers();
  return {
    handlers: async () => handlers,
    clientRequests: {
      open(session, transport) {
        const transports = open.get(session.id) ?? new Set();
        open.set(session.id, transports.add(transport));
        return () => transports.delete(transport);
      },
      reply(session, message) {
        for (const transport of open.get(session.id) ?? []) transport.receive(message);
      },
    },
  };
}

function isOfSession(context: McpContext): context is SessionContext {
  return 'session' in context;
}

function fixtureHandlers(): Handlers {
  /** Calls whose stream was ended on purpose, by the place that their clients come back to. */
  const reconnecting = new Map<string, { requestId: string | number; answer: object }>();
  const description = 'A tool of the conformance suite.';
  const names = [...Object.keys(TOOLS), 'test_reconnection'];
  return {
    digest: 'fixtures',
    listTools: async () => ({
      tools: names.map((name) => ({
        name,
        description,
        inputSchema: name === 'json_schema_2020_12_tool' ? (SCHEMA_2020_12 as never) : { type: 'object' as const },
      })),
    }),
    async callTool(context, name, given, request) {
      if (name === 'test_reconnection') {
        if (!isOfSession(context)) throw new RpcError(CODES.invalidParams, 'Without a session nothing is resumed.');
        const place = `reconnection-${reconnecting.size + 1}`;
        const result = said('Reconnection test completed successfully');
        reconnecting.set(place, { requestId: context.requestId, answer: resultMessage(context.requestId, result) });
        context.mark(place);
        context.hangUp();
        return result;
      }
      const tool = TOOLS[name];
      if (!tool) throw new RpcError(CODES.invalidParams, `Unknown tool: ${name}`);
      return tool(context, given, request);
    },
    listResources: async () => ({
      resources: ['static-text', 'static-binary', 'watched-resource'].map((name) => ({ uri: `test://${name}`, name })),
    }),
    listTemplates: async () => ({
      resourceTemplates: [{ uriTemplate: 'test://template/{id}/data', name: 'template', mimeType: 'application/json' }],
    }),
    readResource: async (_context, uri) => ({ contents: [{ uri, ...contents(uri) }] }),
    subscribe: async () => undefined,
    unsubscribe: async () => undefined,
    listPrompts: async () => ({
      prompts: Object.keys(PROMPTS).map((name) => ({
        name,
        description: 'A prompt of the conformance suite.',
        arguments: (ARGUMENTS[name] ?? []).map((argument) => ({ name: argument, required: true })),
      })),
    }),
    async getPrompt(_context, name, given) {
      const prompt = PROMPTS[name];
      if (!prompt) throw new RpcError(CODES.invalidParams, `Unknown prompt: ${name}`);
      return { messages: prompt(given) };
    },
    complete: async () => ({ completion: { values: ['paris', 'park', 'party'], total: 3, hasMore: false } }),
    mayListenTo: () => true,
    tasks: createHandlers(CATALOGUE).tasks,
    setLogLevel: async () => undefined,
    async resume(_context, eventId) {
      const call = reconnecting.get(eventId);
      return call && { requestId: call.requestId, follow: async () => call.answer };
    },
  };
}
