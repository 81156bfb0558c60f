import { hash } from 'node:crypto';
import type { Tool } from '../tool.ts';
import type { Prompt } from './prompt.ts';
import type { ResourceCollection } from './resource.ts';

/** The tools, resources and prompts of a server; the handlers and GET /content-workflow/mcp-schema read it. */
export interface Catalogue {
  tools: readonly Tool[];
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
