import type { JSONRPCMessage, Server, Transport } from '@modelcontextprotocol/server';
import { PROTOCOL_VERSION } from '../../../domain/mcp/rules.ts';
import { CODES, errorMessage, RpcError, type RpcRequest } from '../json-rpc.ts';
import { CAPABILITIES, INSTRUCTIONS } from '../offer.ts';
import { SERVER_INFO } from '../schema.ts';

type Sdk = typeof import('@modelcontextprotocol/server');

let sdk: Promise<Sdk> | undefined;

/** The protocol's SDK, loaded on demand: some 25 MB that a process without MCP clients saves. */
function loadSdk(): Promise<Sdk> {
  sdk ??= import('@modelcontextprotocol/server');
  return sdk;
}

/** The answer of the protocol's SDK to `initialize`, the version that both sides know in it; undefined: it takes no such request. */
export async function negotiate(request: RpcRequest): Promise<JSONRPCMessage | undefined> {
  const { Server } = await loadSdk();
  const server = new Server(SERVER_INFO, {
    capabilities: CAPABILITIES,
    instructions: INSTRUCTIONS,
    supportedProtocolVersions: [PROTOCOL_VERSION],
  });
  const { promise: reply, resolve } = Promise.withResolvers<JSONRPCMessage>();
  const transport = new RequestTransport(resolve);
  await server.connect(transport);
  return isTaken(server, transport, request) ? reply : undefined;
}

/** The response to a request that the SDK does not take. */
export function rejection({ id, method }: RpcRequest): object {
  return errorMessage(
    id,
    new RpcError(CODES.invalidRequest, `This is no request of ${method} as the protocol has it.`),
  );
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

/**
 * Passes a request to its server; returns whether the server accepted it. The SDK sends no response to a request that
 * it rejects; its error message then contains the whole request.
 */
function isTaken(server: Server, transport: RequestTransport, request: object): boolean {
  let takes = true;
  server.onerror = () => {
    takes = false;
  };
  try {
    transport.receive(request);
  } catch {
    takes = false;
  }
  return takes;
}
