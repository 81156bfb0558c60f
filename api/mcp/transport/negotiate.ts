import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server';
import { fieldName, MAX_PROBLEMS } from '../../../domain/kernel/problems.ts';
import { PROTOCOL_VERSION } from '../../../domain/mcp/rules.ts';
import { CODES, RpcError, type RpcRequest } from '../json-rpc.ts';
import { CAPABILITIES, INSTRUCTIONS } from '../offer.ts';
import { SERVER_INFO } from '../schema.ts';

type Sdk = typeof import('@modelcontextprotocol/server');

let sdk: Promise<Sdk> | undefined;

/** The protocol's SDK, loaded on demand: some 25 MB that a process without MCP clients saves. */
function loadSdk(): Promise<Sdk> {
  sdk ??= import('@modelcontextprotocol/server');
  return sdk;
}

/**
 * The answer of the protocol's SDK to `initialize`, the version that both sides know in it. Throws -32602 for parameters
 * that the protocol does not have so.
 */
export async function negotiate(request: RpcRequest): Promise<JSONRPCMessage> {
  const { Server, specTypeSchemas } = await loadSdk();
  const checked = await specTypeSchemas.InitializeRequest['~standard'].validate(request);
  if (checked.issues) throw malformed(checked.issues);
  const server = new Server(SERVER_INFO, {
    capabilities: CAPABILITIES,
    instructions: INSTRUCTIONS,
    supportedProtocolVersions: [PROTOCOL_VERSION],
  });
  const { promise: reply, resolve, reject } = Promise.withResolvers<JSONRPCMessage>();
  // A message that it rejects is reported there alone, with everything that the message contains.
  server.onerror = () => reject(new Error('The SDK takes no such message.'));
  const transport = new RequestTransport(resolve);
  await server.connect(transport);
  transport.receive(request);
  const message = await reply;
  if ('error' in message) throw new Error('The SDK refuses to negotiate.');
  return message;
}

/** -32602 that names the parameters; the SDK's own words for them are those of its validator. */
function malformed(issues: readonly StandardIssue[]): RpcError {
  const names = issues.slice(0, MAX_PROBLEMS).map(({ path = [] }) => {
    const [, ...within] = path.map((part) => (typeof part === 'object' ? part.key : part));
    return fieldName(within, 'params');
  });
  const listed = [...new Set(names)].join(', ');
  return new RpcError(CODES.invalidParams, `Invalid parameters of initialize: ${listed}: not as the protocol has it.`);
}

interface StandardIssue {
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** Transports one request to a server, and the server's answer to the listener. */
class RequestTransport implements Transport {
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
