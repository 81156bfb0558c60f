import { TOOLS } from '../tools/index.ts';
import type { Catalogue } from './catalogue.ts';
import { PROMPTS } from './prompts.ts';
import { COLLECTIONS } from './resources.ts';

/** What the product offers over MCP. */
export const CATALOGUE: Catalogue = { tools: TOOLS, collections: COLLECTIONS, prompts: PROMPTS };
