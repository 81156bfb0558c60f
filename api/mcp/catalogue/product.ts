import { toolsOf } from '../../area.ts';
import { AREAS } from '../../areas.ts';
import type { Catalogue } from './catalogue.ts';
import { PROMPTS } from './prompts.ts';
import { COLLECTIONS } from './resources.ts';

/** What the product offers over MCP. */
export const CATALOGUE: Catalogue = { tools: toolsOf(AREAS), collections: COLLECTIONS, prompts: PROMPTS };
