import type { GetSeoJobResponse, ListingScore } from '../../api/generated/client/types.gen.ts';

type Attributes = ListingScore['attributes'];
/** How good a score is, as at school. */
export type Grade = Attributes['grade'];
/** A part of a listing that is scored for itself. */
type Part = keyof Attributes['breakdown'];
/** A score with what it recommends. */
export type Score = NonNullable<GetSeoJobResponse['data']>;

/** Parts in the order in which a listing shows them. */
export const PARTS = ['title', 'description', 'highlights', 'keywords', 'images'] as const satisfies readonly Part[];

/** The category that stands for none. */
const NO_CATEGORY = 'default';

/** What a listing was compared in; undefined: nothing in particular. */
export function categoryOf({ category }: Attributes): string | undefined {
  return category === NO_CATEGORY ? undefined : category;
}

/** Colour of a grade. */
export const GRADE_COLORS: Readonly<Record<Grade, string>> = {
  A: 'green',
  B: 'teal',
  C: 'yellow',
  D: 'orange',
  F: 'red',
};

/** The points that following a recommendation brings. */
export function pointsToGain({ possible, earned }: Score['recommendations'][number]): number {
  return possible - earned;
}

/** Whether the analysis goes on. */
export function isRunning(status: GetSeoJobResponse['status']): boolean {
  return status === 'pending' || status === 'processing';
}
