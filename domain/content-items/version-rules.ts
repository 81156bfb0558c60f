import { DAY_MS, HOUR_MS } from '../kernel/durations.ts';
import type { ContentItemVersionRow } from './table.ts';

/** Most versions of an item that are kept. */
const MAX_VERSIONS = 100;
/** Milliseconds from the first autosave of a version to the last one that replaces it. */
const AUTOSAVE_MS = 600_000;

const WEEK_MS = 7 * DAY_MS;
/** 1970 began on a Thursday; weeks begin on Mondays. */
const THURSDAY_MS = 3 * DAY_MS;

/** Up to which age one version of each period stays, milliseconds: as snapshots of file systems are thinned. */
const PERIODS = [
  { age: 7 * DAY_MS, length: HOUR_MS },
  { age: 30 * DAY_MS, length: DAY_MS },
  { age: Number.POSITIVE_INFINITY, length: WEEK_MS },
];

/** A stored version without its text. */
export type DatedVersion = Pick<ContentItemVersionRow, 'version' | 'created_at'>;

/**
 * Which versions of an item go, by their numbers: all of a day stay, then the last of each hour for a week, of each day for a month,
 * and of each week (UTC). The first, the newest and those that are referred to stay whatever their age. Where more than 100 are left,
 * those go that lie nearest to the next one for their age.
 */
export function surplusVersions(
  now: Date,
  stored: readonly DatedVersion[],
  referredTo: ReadonlySet<number | null>,
): number[] {
  const versions = stored.toSorted((one, other) => one.version - other.version);
  const ends = new Set([versions.at(0)?.version, versions.at(-1)?.version]);
  const stays = ({ version }: DatedVersion) => ends.has(version) || referredTo.has(version);
  const taken = new Set<string>();
  const kept = versions.toReversed().filter((each) => {
    const period = periodOf(now, each);
    if (period === null || stays(each)) return true;
    if (taken.has(period)) return false;
    taken.add(period);
    return true;
  });
  const left = withinLimit(now, kept.toReversed(), stays);
  return versions.filter((each) => !left.includes(each)).map(({ version }) => version);
}

/** The period of which one version stays; null: of all versions. */
function periodOf(now: Date, { created_at }: DatedVersion): string | null {
  const age = now.getTime() - created_at.getTime();
  if (age < DAY_MS) return null;
  const length = PERIODS.find((each) => age < each.age)?.length ?? WEEK_MS;
  return `${length}/${Math.floor((created_at.getTime() + THURSDAY_MS) / length)}`;
}

/** At most 100 of the versions, given by their numbers rising. */
function withinLimit(
  now: Date,
  versions: readonly DatedVersion[],
  stays: (version: DatedVersion) => boolean,
): DatedVersion[] {
  const left = [...versions];
  while (left.length > MAX_VERSIONS) {
    const gaps = left.map((each, index) =>
      stays(each) ? Number.POSITIVE_INFINITY : gapOf(now, each, left[index + 1]),
    );
    left.splice(gaps.indexOf(Math.min(...gaps)), 1);
  }
  return left;
}

/** Time until the next version as a part of the version's age; of two edits at once the later version may have the earlier time. */
function gapOf(now: Date, { created_at }: DatedVersion, next: DatedVersion | undefined): number {
  const age = Math.max(1, now.getTime() - created_at.getTime());
  return Math.max(0, (next ?? { created_at: now }).created_at.getTime() - created_at.getTime()) / age;
}

/** Whether an autosave replaces the version of another that began then; null: it was not autosaved, or somebody refers to it. */
export function isReplaced(now: Date, autosavedSince: Date | null): boolean {
  return autosavedSince !== null && now.getTime() - autosavedSince.getTime() < AUTOSAVE_MS;
}
