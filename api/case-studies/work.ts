import { generationFailed } from '../../domain/case-studies/generation.ts';
import { getCaseStudy } from '../../domain/case-studies/operations/reads.ts';
import { resourceUri } from '../../domain/kernel/change-events.ts';
import { longWork } from '../long-work.ts';

/** The generation of a case study, whose record is the draft. */
export const caseStudyWork = longWork({
  kind: 'case-study',
  uriOf: (id) => resourceUri('case-studies', id),
  read: getCaseStudy,
  stateOf({ id, generation, created_at, updated_at }) {
    if (!generation) return null;
    const { status } = generation;
    return {
      id,
      isOpen: status === 'running',
      message: status === 'running' ? 'The case study is being written.' : 'The case study was written.',
      createdAt: created_at,
      updatedAt: updated_at,
      ...(status === 'failed' && { failure: generationFailed(generation) }),
    };
  },
});
