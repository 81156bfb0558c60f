/** Middle value; the lower one of two. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** Value that the share (0 to 1) of the values does not exceed. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const found = sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)];
  if (found === undefined) throw new Error('Nothing was measured.');
  return found;
}

/** What two sides measured in turns. */
export interface Pairs {
  ours: number[];
  reference: number[];
}

/**
 * Measures two sides in turns (A B, B A, A B, …), so that whatever else the machine does falls on both. The first round warms up and
 * is thrown away.
 */
export async function fairShare(
  rounds: number,
  ours: () => Promise<number>,
  reference: () => Promise<number>,
): Promise<Pairs> {
  const pairs: Pairs = { ours: [], reference: [] };
  for (let round = 0; round <= rounds; round += 1) {
    const oursFirst = round % 2 === 0;
    const first = await (oursFirst ? ours() : reference());
    const second = await (oursFirst ? reference() : ours());
    if (round === 0) continue;
    pairs.ours.push(oursFirst ? first : second);
    pairs.reference.push(oursFirst ? second : first);
  }
  return pairs;
}

/** A ratio ours : reference over rounds. */
export interface Comparison {
  /** Median of the rounds' ratios. */
  ratio: number;
  /** Least and greatest of them. */
  spread: [least: number, greatest: number];
}

/** Compares the two sides round by round. */
export function comparisonOf({ ours, reference }: Pairs): Comparison {
  const ratios = ours.map((value, index) => value / (reference[index] ?? Number.NaN));
  return { ratio: median(ratios), spread: [Math.min(...ratios), Math.max(...ratios)] };
}
