import { waitUntil } from '../../test/environment/wait-until.ts';
import type { Score } from './resources.ts';
import type { Stage } from './scenes.ts';

const SCORE_LIMIT_MS = 30_000;
const PART_WIDTH = 12;
/** Recommendations that are shown; the first brings most. */
const SHOWN = 3;

/** A listing's page is scored by the rubric, with what to do about it. */
export async function score({ api, screen, docs }: Stage, listingId: string | undefined): Promise<void> {
  screen.scene("A listing's score");
  if (!listingId) {
    screen.line('No listing for first tries is known here.');
    return;
  }
  const { id } = await api.post<{ id: number }>('/marketplace/seo-score/analyze', { listing_url: listingId });
  const { data } = await waitUntil(
    'the score',
    () => api.get<{ status: string; data: Score | null }>(`/marketplace/seo-score/status/${id}`),
    ({ status }) => status === 'completed' || status === 'failed',
    { limitMs: SCORE_LIMIT_MS },
  );
  if (!data) throw new Error(`The listing ${listingId} could not be scored.`);
  screen.fact('score', `${data.overall_score} of 100, grade ${data.grade}`);
  for (const [part, points] of Object.entries(data.breakdown)) {
    screen.line(`  ${part.padEnd(PART_WIDTH)} ${screen.soft(`${points} of 100`)}`);
  }
  for (const { fix, earned, possible } of data.recommendations.slice(0, SHOWN)) {
    screen.fact('do', `${fix} ${screen.soft(`(${earned} of ${possible} points so far)`)}`);
  }
  screen.fact('read on', `${docs.origin}/docs/guides/seo`);
}
