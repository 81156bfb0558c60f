import type {
  CompleteRequest,
  CompleteResult,
  GetPromptResult,
  Prompt as PromptDescription,
} from '@modelcontextprotocol/server';
import { resourceUri } from '../../../domain/kernel/change-events.ts';
import { AppError } from '../../../domain/kernel/errors.ts';
import { type Catalogue, fillPrompt, firstIds, type Prompt, type Suggestions } from '../catalogue/catalogue.ts';
import type { McpContext } from '../context.ts';
import { rpcErrorOf } from '../failure.ts';
import { CODES, RpcError, truncateName } from '../json-rpc.ts';
import { requireOnlyPage } from './cursor.ts';
import { visible } from './permitted.ts';

/** The prompts in the form of the protocol, all on one page. Throws -32602 for a cursor. */
export function listPrompts(prompts: readonly Prompt[], cursor: string | undefined): PromptDescription[] {
  requireOnlyPage(cursor);
  return prompts.map(({ name, title, description, arguments: wanted }) => ({
    name,
    title,
    description,
    arguments: wanted.map(({ name, description, required }) => ({ name, description, required })),
  }));
}

/** A prompt with its arguments filled in. Throws -32602 for an unknown prompt or a missing argument. */
export async function getPrompt(
  prompts: readonly Prompt[],
  context: McpContext,
  name: string,
  given: Record<string, string>,
): Promise<GetPromptResult> {
  try {
    return await fillPrompt(promptNamed(prompts, name), context, given);
  } catch (error) {
    if (error instanceof AppError && error.status < 500) throw rpcErrorOf(error);
    throw error;
  }
}

/** Throws -32602 for an unknown prompt. */
function promptNamed(prompts: readonly Prompt[], name: string): Prompt {
  const prompt = prompts.find((candidate) => candidate.name === name);
  if (!prompt) throw new RpcError(CODES.invalidParams, `Unknown prompt: ${truncateName(name)}`);
  return prompt;
}

/** Most values in a response (protocol). */
const MAX_VALUES = 100;

/** Values that begin with the user's input, then those that contain it. */
export async function complete(
  catalogue: Catalogue,
  context: McpContext,
  { ref, argument }: CompleteRequest['params'],
): Promise<CompleteResult> {
  const known = await suggestions(catalogue, context, ref, argument.name);
  const typed = argument.value.toLowerCase();
  const begin = known.values.filter((value) => value.toLowerCase().startsWith(typed));
  const contain = known.values.filter((value) => !begin.includes(value) && value.toLowerCase().includes(typed));
  const values = [...begin, ...contain];
  return {
    completion: {
      values: values.slice(0, MAX_VALUES),
      // Of values that are not known nobody can say how many fit.
      ...(!known.hasMore && { total: values.length }),
      hasMore: known.hasMore || values.length > MAX_VALUES,
    },
  };
}

async function suggestions(
  { prompts, collections }: Catalogue,
  context: McpContext,
  ref: CompleteRequest['params']['ref'],
  name: string,
): Promise<Suggestions> {
  if (ref.type === 'ref/prompt') {
    const wanted = promptNamed(prompts, ref.name).arguments.find((candidate) => candidate.name === name);
    if (!wanted)
      throw new RpcError(CODES.invalidParams, `The prompt "${ref.name}" has no argument "${truncateName(name)}".`);
    return (wanted.suggest && (await visible(wanted.suggest(context)))) ?? NONE;
  }
  const collection = collections.find((candidate) => {
    return resourceUri(candidate.name, `{${candidate.variable}}`) === ref.uri;
  });
  if (!collection) throw new RpcError(CODES.invalidParams, `Unknown resource template: ${truncateName(ref.uri)}`);
  if (name !== collection.variable) {
    throw new RpcError(CODES.invalidParams, `The template "${ref.uri}" has no variable "${truncateName(name)}".`);
  }
  return (await visible(firstIds(collection, context))) ?? NONE;
}

const NONE: Suggestions = { values: [], hasMore: false };
