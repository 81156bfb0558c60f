import type { GetPromptResult, Prompt as PromptDescription } from '@modelcontextprotocol/server';
import { AppError } from '../../../domain/kernel/errors.ts';
import { fillPrompt, type Prompt } from '../catalogue/prompt.ts';
import type { McpContext } from '../context.ts';
import { rpcErrorOf } from '../failure.ts';
import { CODES, RpcError, truncateName } from '../json-rpc.ts';

/** The prompts in the form of the protocol. */
export function listPrompts(prompts: readonly Prompt[]): PromptDescription[] {
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
export function promptNamed(prompts: readonly Prompt[], name: string): Prompt {
  const prompt = prompts.find((candidate) => candidate.name === name);
  if (!prompt) throw new RpcError(CODES.invalidParams, `Unknown prompt: ${truncateName(name)}`);
  return prompt;
}
