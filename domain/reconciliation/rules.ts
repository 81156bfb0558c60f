/** Rows that disagree, or work not done yet, by the name of the comparison. */
export interface Finding {
  name: string;
  isPendingWork: boolean;
  /** How many there are; a slice of partners counts a thousand at most. */
  count: number;
  /** The first of them. */
  rows: Record<string, unknown>[];
}

/** The findings of a run, with those of its next slice; at most so many rows of each comparison are kept. */
export function merge(found: readonly Finding[], more: readonly Finding[], rowsKept: number): Finding[] {
  const merged = new Map(found.map((finding) => [finding.name, finding]));
  for (const finding of more) {
    const before = merged.get(finding.name);
    merged.set(finding.name, {
      ...finding,
      count: (before?.count ?? 0) + finding.count,
      rows: [...(before?.rows ?? []), ...finding.rows].slice(0, rowsKept),
    });
  }
  return [...merged.values()];
}

/** How many rows disagree, and how much work is pending. */
export function countsOf(found: readonly Finding[]): { differences: number; pending: number } {
  const sum = (isPending: boolean) =>
    found.reduce((total, { isPendingWork, count }) => total + (isPendingWork === isPending ? count : 0), 0);
  return { differences: sum(false), pending: sum(true) };
}
