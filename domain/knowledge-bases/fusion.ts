/** Weight of a place in a ranking: 1 / (60 + place), as in G. Cormack et al., Reciprocal Rank Fusion, SIGIR 2009. */
const FUSION_CONSTANT = 60;

/** Ids of rankings joined into one: what several place high comes first, and of equal ones that of the earlier ranking. */
export function fuse(rankings: readonly (readonly { id: number }[])[]): number[] {
  const scores = new Map<number, number>();
  for (const ranking of rankings) {
    for (const [place, { id }] of ranking.entries()) {
      scores.set(id, (scores.get(id) ?? 0) + 1 / (FUSION_CONSTANT + place + 1));
    }
  }
  return [...scores].sort(([, one], [, other]) => other - one).map(([id]) => id);
}
