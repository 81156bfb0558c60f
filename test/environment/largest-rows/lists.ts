import type { TestService } from '../service.ts';
import { fillAdministration } from './administration.ts';
import { fillAgents } from './agents.ts';
import { fillBooks } from './books.ts';
import { fillContent } from './content.ts';
import { fillExecutions } from './executions.ts';
import { createFiller, type LargestRows } from './filler.ts';
import { fillKnowledge } from './knowledge.ts';
import { fillOutside } from './outside.ts';
import { fillWriting } from './writing.ts';

/**
 * Fills every list of a partner with rows of the greatest size, all texts made of one character. The text of columns
 * without a length is bounded by the schema of the input, which each file gives.
 */
export async function fillLists({ deps }: TestService, partnerId: number, character: string): Promise<LargestRows[]> {
  const filler = createFiller(deps.db, partnerId, character);
  // The first ones are partners and people, whom the other rows name.
  const ofAdministration = await fillAdministration(filler);
  const { agentId, lists: ofAgents } = await fillAgents(filler);
  const { executionId, lists: ofExecutions } = await fillExecutions(filler, agentId);
  return [
    ...ofAdministration,
    ...(await fillBooks(filler)),
    ...ofExecutions,
    ...(await fillContent(filler, executionId)),
    ...ofAgents,
    ...(await fillWriting(filler)),
    ...(await fillKnowledge(filler)),
    ...(await fillOutside(filler)),
  ];
}
