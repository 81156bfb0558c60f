import { hash } from 'node:crypto';
import type { Tool } from '../tool.ts';
import type { Prompt } from './prompt.ts';
import type { ResourceCollection } from './resource.ts';

/** What a server offers; every handler and the schema of GET /content-workflow/mcp-schema read it. */
export interface Catalogue {
  tools: readonly Tool[];
  collections: readonly ResourceCollection[];
  prompts: readonly Prompt[];
}

/** A digest that changes with anything that a client could see in a list. */
export function digestOfCatalogue({ tools, collections, prompts }: Catalogue): string {
  const lists = [
    tools.map(({ description }) => description),
    collections.map(({ name, title, description }) => [name, title, description]),
    prompts.map(({ name, title, description, arguments: wanted }) => [name, title, description, wanted]),
  ];
  return hash('sha256', JSON.stringify(lists), 'hex');
}
