/**
 * Weight of a place in a ranking: 1 / (2 + place), after G. Cormack et al., Reciprocal Rank Fusion, SIGIR 2009. Their 60 is for rankings of
 * a thousand; in one of fifty, what stands somewhere in two would outdo the first of one. Chosen on the half `dev` of test/knowledge.
 */
const FUSION_CONSTANT = 2;

/** A record of a ranking, best first. */
export interface Ranked {
  id: number;
  /** How much its place counts, by how good the match is in itself; 1 unless given. */
  weight?: number;
}

/** Ids of rankings joined into one: what several place high comes first, and of equal ones that of the earlier ranking. */
export function fuse(rankings: readonly (readonly Ranked[])[]): number[] {
  const scores = new Map<number, number>();
  for (const ranking of rankings) {
    for (const [place, { id, weight = 1 }] of ranking.entries()) {
      scores.set(id, (scores.get(id) ?? 0) + weight / (FUSION_CONSTANT + place + 1));
    }
  }
  return [...scores].sort(([, one], [, other]) => other - one).map(([id]) => id);
}
