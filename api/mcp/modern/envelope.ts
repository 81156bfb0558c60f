import { z } from 'zod';
import { MODERN_VERSION } from '../../../domain/mcp/rules.ts';
import { LOG_LEVELS } from '../../../domain/mcp/table.ts';
import { Refusal } from '../failure.ts';
import { anyObject, CODES, invalidFields, progressToken, RpcError } from '../json-rpc.ts';

/** Keys of `_meta` that the protocol has given a meaning. */
export const META = {
  version: 'io.modelcontextprotocol/protocolVersion',
  client: 'io.modelcontextprotocol/clientInfo',
  capabilities: 'io.modelcontextprotocol/clientCapabilities',
  logLevel: 'io.modelcontextprotocol/logLevel',
  server: 'io.modelcontextprotocol/serverInfo',
  subscription: 'io.modelcontextprotocol/subscriptionId',
} as const;

const envelope = z.object({
  [META.version]: z.literal(MODERN_VERSION),
  [META.capabilities]: anyObject,
  [META.client]: z.looseObject({ name: z.string().max(200), version: z.string().max(100) }).optional(),
  [META.logLevel]: z.enum(LOG_LEVELS).optional(),
  progressToken: progressToken.optional(),
});

/** What a request says about its client, in place of a session. */
export type Envelope = z.output<typeof envelope>;

/** The extension by which long-running calls are answered with a task. */
export const TASKS_EXTENSION = 'io.modelcontextprotocol/tasks';

/** Whether a client takes tasks. */
export function offersTasks({ [META.capabilities]: { extensions } }: Envelope): boolean {
  return typeof extensions === 'object' && extensions !== null && TASKS_EXTENSION in extensions;
}

/** Whether a client can have its user fill in a form. */
export function asksInForms({ [META.capabilities]: { elicitation } }: Envelope): boolean {
  if (typeof elicitation !== 'object' || elicitation === null) return false;
  // Without a mode it is the form.
  return 'form' in elicitation || Object.keys(elicitation).length === 0;
}

/** 400 with -32021 for a client that asks for tasks without taking them. */
export function lacksTasks(): Refusal {
  const requiredCapabilities = { extensions: { [TASKS_EXTENSION]: {} } };
  const message = 'Missing required client capability';
  return new Refusal(400, new RpcError(CODES.missingClientCapability, message, { requiredCapabilities }));
}

type Params = Record<string, unknown> | undefined;

/** Whether a message is of the version without sessions: its header names that version, or its `_meta` names any. */
export function isModern(versionHeader: unknown, params: Params): boolean {
  return versionHeader === MODERN_VERSION || META.version in metaOf(params);
}

/** The version that a message names in its `_meta`, of whatever type. */
export function versionNamed(params: Params): unknown {
  return metaOf(params)[META.version];
}

/** Reads what a request of the version without sessions says about its client. Throws a 400 Refusal with -32602. */
export function readEnvelope(params: Params): Envelope {
  const parsed = envelope.safeParse(metaOf(params), { reportInput: true });
  if (parsed.success) return parsed.data;
  throw new Refusal(400, invalidFields('_meta', parsed.error));
}

function metaOf(params: Params): Record<string, unknown> {
  const meta = params?.['_meta'];
  return typeof meta === 'object' && meta !== null ? (meta as Record<string, unknown>) : {};
}
