import type { OpenApiDocument, OpenApiOperation } from '../../api/openapi/types.ts';

const EVENT_STREAM = 'text/event-stream';
const JSON_TYPE = 'application/json';

/** An operation as the client calls it. */
interface Operation {
  name: string;
  route: string;
  summary: string;
  kind: 'json' | 'events' | 'file';
}

/**
 * The part of the TypeScript client that is made of the API document, beside the types that the generator makes: the routes by
 * name of the operation, the types that belong together, and the events of webhooks.
 */
export function operationsSource(document: OpenApiDocument): string {
  const operations = operationsOf(document);
  // A test has no type by which it could be one of them.
  const events = Object.entries(document.webhooks)
    .filter(([name]) => name !== 'webhook.test')
    .map(([, { post }]) => `types.${post.operationId.replace(/^on/, '')}Event`);
  return `// Made of the API document by npm run build:client.
import type * as types from './types.gen.ts';

/** Method and path of each operation, and what holds for it. */
export const ROUTES = {
${operations.map(({ name, route }) => `  ${name}: '${route}',`).join('\n')}
} as const;

/** What each operation takes and answers. */
export interface Operations {
${operations.map(memberOf).join('\n')}
}

/** A webhook, by its \`type\`. */
export type WebhookEvent =
${events.map((event) => `  | ${event}`).join('\n')};
`;
}

function memberOf({ name, summary, kind }: Operation): string {
  const type = `types.${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  const answer = kind === 'json' ? `; answer: ${type}Response` : '; answer: never';
  return `  /** ${summary.replaceAll('*/', '')}. */\n  ${name}: { kind: '${kind}'; data: ${type}Data${answer} };`;
}

/** MCP is no REST, and gateways are called by nobody but them. */
function operationsOf({ paths }: OpenApiDocument): Operation[] {
  return Object.entries(paths)
    .filter(([path]) => path !== '/mcp')
    .flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, { servers }]) => servers === undefined)
        .map(([method, operation]) => operationOf(method.toUpperCase(), path, operation)),
    );
}

function operationOf(method: string, path: string, operation: OpenApiOperation): Operation {
  const { operationId: name, summary, parameters } = operation;
  const kind = kindOf(operation);
  const names = parameters.map((parameter) => parameter.$ref ?? parameter.name ?? '');
  const flags = [
    kind !== 'json' && kind,
    names.some((each) => each.endsWith('/IdempotencyKey')) && 'key',
    // Lists with a cursor alone have it in every answer.
    names.includes('cursor') && names.includes('page') && 'cursor',
  ];
  return { name, summary, kind, route: [method, path, ...flags.filter((flag) => flag !== false)].join(' ') };
}

function kindOf({ responses }: OpenApiOperation): Operation['kind'] {
  const types = Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([, { content = {} }]) => Object.keys(content));
  const others = types.filter((type) => type !== JSON_TYPE && type !== EVENT_STREAM);
  if (others.length > 0) return 'file';
  return types.includes(EVENT_STREAM) && !types.includes(JSON_TYPE) ? 'events' : 'json';
}
