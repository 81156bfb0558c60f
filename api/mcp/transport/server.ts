import type {
  CallToolResult,
  Implementation,
  JSONRPCMessage,
  Server,
  ServerContext,
  Transport,
} from '@modelcontextprotocol/server';
import { PROTOCOL_VERSION } from '../../../domain/mcp/rules.ts';
import type { SessionContext } from '../context.ts';
import type { Handlers } from '../handlers/handlers.ts';
import { CAPABILITIES, INSTRUCTIONS } from '../offer.ts';

type Sdk = typeof import('@modelcontextprotocol/server');

let sdk: Promise<Sdk> | undefined;

/** The protocol's SDK, loaded on demand: some 25 MB that a process without MCP clients saves. */
export function loadSdk(): Promise<Sdk> {
  sdk ??= import('@modelcontextprotocol/server');
  return sdk;
}

/** Dependencies of the SDK's server. */
export interface ServerOptions {
  sdk: Sdk;
  info: Implementation;
  handlers: Handlers;
  /** The handlers' context for a request, from the SDK's own. */
  contextOf(request: ServerContext): SessionContext;
  /** The error as the caller may see it. */
  visible(error: unknown): Error;
}

/** Creates a server for one request, in less than 0.1 ms; no session state stays in memory. */
export function createServer(options: ServerOptions): Server {
  const { handlers, contextOf, visible } = options;
  const server = new options.sdk.Server(options.info, {
    capabilities: CAPABILITIES,
    instructions: INSTRUCTIONS,
    supportedProtocolVersions: [PROTOCOL_VERSION],
  });
  const answer = async <Result>(
    request: ServerContext,
    work: (context: SessionContext) => Promise<Result>,
  ): Promise<Result> => {
    try {
      return await work(contextOf(request));
    } catch (error) {
      throw visible(error);
    }
  };
  const done = async (work: Promise<void>) => work.then(() => ({}));
  server.setRequestHandler('tools/list', ({ params }, request) =>
    answer(request, (context) => handlers.listTools(context, params?.cursor)),
  );
  server.setRequestHandler('tools/call', ({ params }, request) =>
    // Within a session a client takes no tasks.
    answer(
      request,
      (context) => handlers.callTool(context, params.name, params.arguments ?? {}, request) as Promise<CallToolResult>,
    ),
  );
  server.setRequestHandler('resources/list', ({ params }, request) =>
    answer(request, (context) => handlers.listResources(context, params?.cursor)),
  );
  server.setRequestHandler('resources/templates/list', (_message, request) =>
    answer(request, (context) => handlers.listTemplates(context)),
  );
  server.setRequestHandler('resources/read', ({ params }, request) =>
    answer(request, (context) => handlers.readResource(context, params.uri)),
  );
  server.setRequestHandler('resources/subscribe', ({ params }, request) =>
    answer(request, (context) => done(handlers.subscribe(context, params.uri))),
  );
  server.setRequestHandler('resources/unsubscribe', ({ params }, request) =>
    answer(request, (context) => done(handlers.unsubscribe(context, params.uri))),
  );
  server.setRequestHandler('prompts/list', (_message, request) =>
    answer(request, (context) => handlers.listPrompts(context)),
  );
  server.setRequestHandler('prompts/get', ({ params }, request) =>
    answer(request, (context) => handlers.getPrompt(context, params.name, params.arguments ?? {})),
  );
  server.setRequestHandler('completion/complete', ({ params }, request) =>
    answer(request, (context) => handlers.complete(context, params)),
  );
  server.setRequestHandler('logging/setLevel', ({ params }, request) =>
    answer(request, (context) => done(handlers.setLogLevel(context, params.level))),
  );
  return server;
}

/** Transports one request to a server, and the server's messages to the listener. */
export class RequestTransport implements Transport {
  onmessage?: Transport['onmessage'];
  onclose?: () => void;
  readonly #deliver: (message: JSONRPCMessage) => void;

  constructor(deliver: (message: JSONRPCMessage) => void) {
    this.#deliver = deliver;
  }

  async start(): Promise<void> {}

  async send(message: JSONRPCMessage): Promise<void> {
    this.#deliver(message);
  }

  async close(): Promise<void> {
    this.onclose?.();
  }

  /** Passes a client's message to the server. */
  receive(message: object): void {
    this.onmessage?.(message as JSONRPCMessage);
  }
}

/**
 * Passes a request to its server; returns whether the server accepted it. The SDK sends no response to a request that
 * it rejects; its error message then contains the whole request.
 */
export function isTaken(server: Server, transport: RequestTransport, request: object): boolean {
  let takes = true;
  const { onerror } = server;
  server.onerror = () => {
    takes = false;
  };
  try {
    transport.receive(request);
  } catch {
    takes = false;
  }
  if (onerror) server.onerror = onerror;
  else delete server.onerror;
  return takes;
}
