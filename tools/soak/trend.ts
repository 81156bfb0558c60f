/** A straight line through values at equal distances. */
export interface Trend {
  /** Change from one value to the next. */
  slope: number;
  /** Half the width of the interval that holds the true slope with some 95 %. */
  error: number;
}

/** Standard errors on either side of a slope: Student's t for the dozen and more values of a run. */
const WIDTH = 2.2;

/** Fits by least squares; needs three values. */
export function trendOf(values: readonly number[]): Trend {
  const count = values.length;
  if (count < 3) throw new Error('A trend needs three values.');
  const middle = (count - 1) / 2;
  const mean = values.reduce((sum, value) => sum + value, 0) / count;
  let squares = 0;
  let products = 0;
  for (const [index, value] of values.entries()) {
    squares += (index - middle) ** 2;
    products += (index - middle) * (value - mean);
  }
  const slope = products / squares;
  const residual = values.reduce((sum, value, index) => sum + (value - mean - slope * (index - middle)) ** 2, 0);
  return { slope, error: WIDTH * Math.sqrt(residual / (count - 2) / squares) };
}

/** Whether it grows by more than is tolerated, beyond what its own noise explains. */
export function grows({ slope, error }: Trend, tolerated: number): boolean {
  return slope - error > tolerated;
}
