import type { GetSeoJobResponse, ListingScore } from '../../api/generated/client/types.gen.ts';

type Attributes = ListingScore['attributes'];
/** Grade of a score. */
export type Grade = Attributes['grade'];
/** A scored part of a listing. */
type Part = keyof Attributes['breakdown'];
/** A score with its recommendations. */
export type Score = NonNullable<GetSeoJobResponse['data']>;

/** Parts in the order of a listing's page. */
export const PARTS = ['title', 'description', 'highlights', 'keywords', 'images'] as const satisfies readonly Part[];

const NO_CATEGORY = 'default';

/** The category of the comparison. Undefined for the default one. */
export function categoryOf({ category }: Attributes): string | undefined {
  return category === NO_CATEGORY ? undefined : category;
}

/** Theme colours of the grades. */
export const GRADE_COLORS: Readonly<Record<Grade, string>> = {
  A: 'green',
  B: 'teal',
  C: 'yellow',
  D: 'orange',
  F: 'red',
};

/** Points that a recommendation can add. */
export function pointsToGain({ possible, earned }: Score['recommendations'][number]): number {
  return possible - earned;
}

/** Whether the analysis is still in progress. */
export function isRunning(status: GetSeoJobResponse['status']): boolean {
  return status === 'pending' || status === 'processing';
}
