/** A whole number of the command line; throws when it is none. */
export function wholeNumber(name: string, value: string): number {
  if (!/^\d+$/.test(value)) throw new Error(`--${name} must be a whole number, not "${value}"`);
  return Number(value);
}
