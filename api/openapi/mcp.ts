import { SESSION_ID_FORM } from '../../domain/mcp/rules.ts';
import { EVENT_STREAM } from '../event-streams/event.ts';
import type { Tag } from '../route.ts';
import { headerRefs, limitHeaders } from './error-responses.ts';
import type { OpenApiOperation } from './types.ts';

/** Tag of the endpoint and of the routes about it. */
export const MCP_TAG: Tag = {
  name: 'MCP',
  group: 'Integration',
  description: 'The tools of the MCP server at `/mcp`.',
};

const ABOUT =
  'Model Context Protocol, versions `2025-11-25` (in sessions) and `2026-07-28` (without). The [guide](/docs/guides/mcp) describes methods, scopes, streams and errors.';

const SESSION = {
  in: 'header',
  name: 'Mcp-Session-Id',
  required: true,
  description: 'The session id returned by `initialize`.',
  schema: { type: 'string', pattern: SESSION_ID_FORM.source },
};
const MESSAGE = { type: 'object', required: ['jsonrpc'], properties: { jsonrpc: { type: 'string', const: '2.0' } } };
const REFUSED = {
  description: 'Refused: a JSON-RPC error.',
  headers: { ...limitHeaders(), ...headerRefs(['WWW-Authenticate']) },
  content: { 'application/json': { schema: MESSAGE } },
};
const EVENTS = { [EVENT_STREAM]: { schema: { type: 'string' } } };

/** The MCP endpoint in the document: its HTTP interface. OpenAPI cannot describe the protocol itself. */
export function describeMcp(): Record<string, OpenApiOperation> {
  return {
    post: {
      ...common('sendMcpMessage', 'Send a JSON-RPC message to the MCP server'),
      parameters: [
        {
          ...SESSION,
          required: false,
          description: `${SESSION.description} Required by version \`2025-11-25\`, but for \`initialize\`.`,
        },
      ],
      requestBody: { required: true, content: { 'application/json': { schema: MESSAGE } } },
      responses: answers({
        200: {
          description: 'The answer to a request, a result or an error.',
          headers: { ...limitHeaders(), ...headerRefs(['Mcp-Session-Id']) },
          content: { 'application/json': { schema: MESSAGE }, ...EVENTS },
        },
        202: { description: 'The notification or reply was accepted.' },
      }),
    },
    get: {
      ...common('listenToMcp', 'Follow changes in the MCP server, or resume the stream of a call'),
      parameters: [SESSION, { $ref: '#/components/parameters/LastEventId' }],
      responses: answers({ 200: { description: 'Notifications, for up to five minutes.', content: EVENTS } }),
    },
    delete: {
      ...common('endMcpSession', 'End a session of the MCP server'),
      parameters: [SESSION],
      responses: answers({ 204: { description: 'The session has ended.' } }),
    },
  };
}

function common(operationId: string, summary: string) {
  return { operationId, tags: [MCP_TAG.name], summary, description: ABOUT, security: [{ mcpToken: [] }] };
}

function answers(successes: Record<number, object>): OpenApiOperation['responses'] {
  const described = Object.entries(successes).map(([status, answer]) => [
    status,
    { headers: limitHeaders(), ...answer },
  ]);
  return { ...Object.fromEntries(described), '4XX': REFUSED, '5XX': REFUSED };
}
