import { toolsOf } from '../../area.ts';
import { AREAS } from '../../areas.ts';
import type { Catalogue } from './catalogue.ts';
import { PROMPTS } from './prompts.ts';
import { COLLECTIONS } from './resources.ts';
import { toolsetsOf } from './toolsets.ts';

/** The product's tools, resources and prompts. */
export const CATALOGUE: Catalogue = {
  tools: toolsOf(AREAS),
  toolsets: toolsetsOf(AREAS),
  collections: COLLECTIONS,
  prompts: PROMPTS,
};
