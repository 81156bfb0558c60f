import { pointsToGain, type Score } from './model.ts';

type Recommendation = Score['recommendations'][number];

/** One proposal for a text, with all that it answers. */
export interface Advice {
  fix: string;
  /** Points to gain by it. */
  points: number;
  /** What was seen, a sentence for each rule. */
  observed: readonly string[];
  /** The rule whose proposal can be made a draft, word for word; undefined: it says no text. */
  rule: string | undefined;
}

/** What there is to do on a part of the listing. */
export interface PartAdvice {
  part: Recommendation['part'];
  points: number;
  proposals: readonly Advice[];
}

/** Recommendations by part, those with the most points first; equal proposals are one. What holds the score down comes before all. */
export function adviceByPart(recommendations: readonly Recommendation[]): PartAdvice[] {
  const isFirst = (of: readonly Recommendation[]) => of.some((each) => recommendations.indexOf(each) < blocking);
  const blocking = blockingCount(recommendations);
  const sorted = <Group extends { points: number; of: readonly Recommendation[] }>(groups: Group[]) =>
    groups.toSorted((a, b) => Number(isFirst(b.of)) - Number(isFirst(a.of)) || b.points - a.points);
  const groupsBy = <Key extends string>(of: readonly Recommendation[], key: (each: Recommendation) => Key) =>
    sorted(Array.from(Map.groupBy(of, key), ([name, same]) => ({ name, of: same, points: total(same) })));
  return groupsBy(recommendations, ({ part }) => part).map(({ name: part, points, of }) => ({
    part,
    points,
    proposals: groupsBy(of, ({ fix }) => fix).map(({ name: fix, points: gain, of: same }) => ({
      fix,
      points: gain,
      observed: same.map(({ observed }) => observed),
      rule: same.find(({ text }) => text !== null)?.rule,
    })),
  }));
}

/** The API lists what holds the score down first, then by points: all before the last rise of points hold it down. */
function blockingCount(recommendations: readonly Recommendation[]): number {
  return (
    1 +
    recommendations.findLastIndex((each, index) => {
      const next = recommendations[index + 1];
      return next !== undefined && pointsToGain(next) > pointsToGain(each);
    })
  );
}

function total(recommendations: readonly Recommendation[]): number {
  return recommendations.reduce((sum, recommendation) => sum + pointsToGain(recommendation), 0);
}
