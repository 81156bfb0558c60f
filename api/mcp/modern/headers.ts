import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { MODERN_VERSION, SUPPORTED_VERSIONS } from '../../../domain/mcp/rules.ts';
import { Refusal } from '../failure.ts';
import { CODES, RpcError, type RpcRequest, truncateName } from '../json-rpc.ts';
import { versionNamed } from './envelope.ts';

/** The parameter that a request's Mcp-Name repeats, by method. */
const NAMED_BY: ReadonlyMap<string, string> = new Map([
  ['tools/call', 'name'],
  ['prompts/get', 'name'],
  ['resources/read', 'uri'],
  ['tasks/get', 'taskId'],
  ['tasks/update', 'taskId'],
  ['tasks/cancel', 'taskId'],
]);

/**
 * Holds the headers that gateways read against the body that is served. Throws 400 Refusals: -32022 for another version,
 * -32020 for a header that is missing, malformed or differs.
 */
export function checkHeaders(headers: IncomingMessage['headers'], { method, params }: RpcRequest): void {
  checkVersion(headers['mcp-protocol-version'], versionNamed(params));
  checkHeader('Mcp-Method', headers['mcp-method'], method);
  const named = params?.[NAMED_BY.get(method) ?? ''];
  // Without it the parameters are invalid, which is said next.
  if (typeof named === 'string') checkHeader('Mcp-Name', decoded(headers['mcp-name']), named);
}

function checkVersion(header: unknown, named: unknown): void {
  if (named === undefined) throw mismatch('MCP-Protocol-Version is repeated in _meta, where it is missing');
  if (header !== undefined && header !== named) throw mismatch('MCP-Protocol-Version and _meta differ');
  if (named !== MODERN_VERSION) {
    const requested = typeof named === 'string' ? truncateName(named) : null;
    throw refusal(CODES.unsupportedVersion, 'Unsupported protocol version', {
      supported: SUPPORTED_VERSIONS,
      requested,
    });
  }
  if (header === undefined) throw mismatch('MCP-Protocol-Version is missing');
}

function checkHeader(name: string, value: unknown, expected: string): void {
  if (value === undefined) throw mismatch(`${name} is missing`);
  if (value !== expected) throw mismatch(`${name} and the body differ`);
}

const ENCODED = { before: '=?base64?', after: '?=' } as const;

/** The text of a header that may be encoded. Throws -32020 for one that is not as the protocol has it. */
function decoded(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  const value = String(header);
  if (!isVisibleAscii(value)) throw mismatch('Mcp-Name has characters that a header cannot have');
  if (!value.startsWith(ENCODED.before) || !value.endsWith(ENCODED.after)) return value;
  const text = value.slice(ENCODED.before.length, -ENCODED.after.length);
  const bytes = Buffer.from(text, 'base64');
  if (bytes.toString('base64') !== text || !isUtf8(bytes)) throw mismatch('Mcp-Name is not valid Base64 of UTF-8');
  return bytes.toString('utf8');
}

function isVisibleAscii(value: string): boolean {
  return /^[\t\x20-\x7e]*$/.test(value);
}

function mismatch(problem: string): Refusal {
  return refusal(CODES.headerMismatch, `Header mismatch: ${problem}.`);
}

function refusal(code: (typeof CODES)[keyof typeof CODES], message: string, data?: Record<string, unknown>): Refusal {
  return new Refusal(400, new RpcError(code, message, data));
}
