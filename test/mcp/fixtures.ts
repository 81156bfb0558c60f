import { setTimeout as delay } from 'node:timers/promises';
import type { CallToolResult, GetPromptResult } from '@modelcontextprotocol/server';
import { CATALOGUE } from '../../api/mcp/catalogue/product.ts';
import type { McpContext, SessionContext } from '../../api/mcp/context.ts';
import { Refusal } from '../../api/mcp/failure.ts';
import { createHandlers, type Handlers } from '../../api/mcp/handlers/handlers.ts';
import { CODES, type RequestId, RpcError, type RpcReply, resultMessage } from '../../api/mcp/json-rpc.ts';
import type { ToolAnswer } from '../../api/mcp/tool-options.ts';
import type { McpEndpointOptions } from '../../api/mcp/transport/endpoint.ts';
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

/** Asks the client that has called, within its session. */
type Ask = (method: string, params: object) => Promise<Record<string, unknown>>;
type Fixture = (context: McpContext, given: Record<string, unknown>, ask: Ask) => Promise<ToolAnswer>;

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
  async test_sampling(_context, { prompt }, ask) {
    const messages = [{ role: 'user', content: text(String(prompt)) }];
    return said(`LLM response: ${JSON.stringify(await ask('sampling/createMessage', { messages, maxTokens: 100 }))}`);
  },
  test_elicitation: async (_context, { message }, ask) =>
    said(`User response: ${await elicit(ask, String(message), USER)}`),
  test_elicitation_sep1034_defaults: async (_context, _given, ask) =>
    said(`Elicitation completed: ${await elicit(ask, 'Please check the defaults', DEFAULTS)}`),
  test_elicitation_sep1330_enums: async (_context, _given, ask) =>
    said(`Elicitation completed: ${await elicit(ask, 'Please choose', ENUMS)}`),
  json_schema_2020_12_tool: async (_context, given) => said(JSON.stringify(given)),
  ...INPUT_TOOLS,
  ...TASK_TOOLS,
};

async function elicit(ask: Ask, message: string, requestedSchema: object): Promise<string> {
  const { action, content } = await ask('elicitation/create', { message, requestedSchema });
  return `action=${action}, content=${JSON.stringify(content ?? {})}`;
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
  const { clientRequests, askOf } = createClientRequests();
  const handlers = fixtureHandlers(askOf);
  return { handlers: async () => handlers, clientRequests };
}

/** Requests to clients, answered within this process. */
function createClientRequests() {
  const senders = new Map<string, (message: object) => void>();
  const waiting = new Map<string, (reply: RpcReply) => void>();
  let count = 0;
  const nameOf = (session: { id: string }, id: RequestId) => JSON.stringify([session.id, id]);
  const clientRequests: McpEndpointOptions['clientRequests'] = {
    open(session, requestId, send) {
      const name = nameOf(session, requestId);
      senders.set(name, send);
      return () => senders.delete(name);
    },
    reply: (session, message) => waiting.get(nameOf(session, message.id))?.(message),
  };
  const askOf = (context: McpContext): Ask => {
    const send = isOfSession(context) ? senders.get(nameOf(context.session, context.requestId)) : undefined;
    return async (method, params) => {
      if (!isOfSession(context) || !send)
        throw new RpcError(CODES.invalidParams, 'Without a session nothing is asked of the client.');
      count += 1;
      const id = count;
      const reply = new Promise<RpcReply>((resolve) => waiting.set(nameOf(context.session, id), resolve));
      send({ jsonrpc: '2.0', id, method, params });
      const { result, error } = await reply;
      if (error !== undefined) throw new RpcError(CODES.internalError, JSON.stringify(error));
      return result as Record<string, unknown>;
    };
  };
  return { clientRequests, askOf };
}

function isOfSession(context: McpContext): context is SessionContext {
  return 'session' in context;
}

function fixtureHandlers(askOf: (context: McpContext) => Ask): Handlers {
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
    async callTool(context, name, given) {
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
      return tool(context, given, askOf(context));
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
