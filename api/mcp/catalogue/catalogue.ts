import { hash } from 'node:crypto';
import type { GetPromptResult } from '@modelcontextprotocol/server';
import type { RequiredPermission } from '../../../domain/kernel/call.ts';
import type { Collection } from '../../../domain/kernel/change-events.ts';
import type { McpContext } from '../context.ts';
import { CODES, RpcError } from '../json-rpc.ts';
import type { Tool } from '../tool.ts';

/** Values that an argument can have. */
export interface Suggestions {
  values: readonly string[];
  /** Whether it can have others, too. */
  hasMore: boolean;
}

/** An argument of a prompt. */
interface PromptArgument {
  name: string;
  description: string;
  required: boolean;
  /** Suggests values; the caller filters them by the user's input. */
  suggest?: (context: McpContext) => Promise<Suggestions>;
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

/** A line of resources/list. */
interface ResourceEntry {
  id: number | string;
  title: string;
  description?: string;
}

/** A kind of resource, read as `service://<name>/<id>`. */
export interface ResourceCollection {
  name: Collection;
  /** Name of the variable in the template. */
  variable: 'id' | 'slug';
  title: string;
  description: string;
  /** What a caller's role must permit for it to be read. */
  permission: RequiredPermission;
  /** The resource as REST answers it. Throws AppError. */
  read(context: McpContext, id: string): Promise<unknown>;
  /** A page of the collection, from 1. Throws AppError; FORBIDDEN where the caller may not see any. */
  page(context: McpContext, page: number): Promise<ResourceEntry[]>;
}

/** Entries per page. */
export const RESOURCE_PAGE = 50;

/** The ids of a collection's first page. Throws what reading the page does. */
export async function firstIds({ page }: Pick<ResourceCollection, 'page'>, context: McpContext): Promise<Suggestions> {
  const entries = await page(context, 1);
  return { values: entries.map(({ id }) => String(id)), hasMore: entries.length === RESOURCE_PAGE };
}

/** The tools, resources and prompts of a server; the handlers and GET /content-workflow/mcp-schema read it. */
export interface Catalogue {
  tools: readonly Tool[];
  /** Tools by the name of their toolset. */
  toolsets: ReadonlyMap<string, readonly Tool[]>;
  collections: readonly ResourceCollection[];
  prompts: readonly Prompt[];
}

/** A digest that changes with anything that clients see in a list. */
export function digestOfCatalogue({ tools, collections, prompts }: Catalogue): string {
  const lists = [
    tools.map(({ description }) => description),
    collections.map(({ name, title, description }) => [name, title, description]),
    prompts.map(({ name, title, description, arguments: wanted }) => [name, title, description, wanted]),
  ];
  return hash('sha256', JSON.stringify(lists), 'hex');
}
