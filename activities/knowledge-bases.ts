import type { Deps } from '../domain/kernel/deps.ts';
import { failDocument } from '../domain/knowledge-bases/steps/fail-document.ts';
import { readDocument } from '../domain/knowledge-bases/steps/read-document.ts';
import type { KnowledgeTransitions, KnowledgeWork } from '../workflows/knowledge-document/contract.ts';
import { activity } from './activity.ts';

/** Activities that read documents. */
export function createKnowledgeWork(deps: Deps): KnowledgeWork {
  return { readDocument: activity(deps, readDocument) };
}

/** Short transitions, run as local activities. */
export function createKnowledgeTransitions(deps: Deps): KnowledgeTransitions {
  return { failDocument: activity(deps, failDocument) };
}
