/** The list with an entry moved by a place, where there is one. */
export function moved<Entry>(list: readonly Entry[], index: number, by: -1 | 1): Entry[] {
  const result = [...list];
  const [entry] = result.splice(index, 1);
  if (entry !== undefined) result.splice(index + by, 0, entry);
  return result;
}
