import type { GetPromptResult } from '@modelcontextprotocol/server';
import type { McpContext } from '../context.ts';
import { CODES, RpcError } from '../json-rpc.ts';

/** An argument of a prompt. */
interface PromptArgument {
  name: string;
  description: string;
  required: boolean;
  /** Suggests values; returns all of them, the caller filters by the user's input. */
  suggest?: (context: McpContext) => Promise<readonly string[]>;
}

/** A text that a client's user can send to a model. */
export interface Prompt {
  name: string;
  title: string;
  description: string;
  arguments: readonly PromptArgument[];
  /** The messages. Throws AppError where an argument identifies no record. */
  messages(context: McpContext, given: Record<string, string>): Promise<GetPromptResult['messages']>;
}

/** The prompt with its arguments filled in. Throws -32602 where one is missing. */
export async function fillPrompt(
  prompt: Prompt,
  context: McpContext,
  given: Record<string, string>,
): Promise<GetPromptResult> {
  const missing = prompt.arguments.filter(({ name, required }) => required && !given[name]?.trim());
  if (missing.length > 0) {
    const names = missing.map(({ name }) => name).join(', ');
    throw new RpcError(CODES.invalidParams, `The prompt "${prompt.name}" needs ${names}.`);
  }
  return { description: prompt.description, messages: await prompt.messages(context, given) };
}

/** A message of the user. */
export function userText(text: string): GetPromptResult['messages'][number] {
  return { role: 'user', content: { type: 'text', text } };
}
