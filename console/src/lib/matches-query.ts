/** Whether a text has every word of a search, in any case and order. */
export function matchesQuery(text: string, query = ''): boolean {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return words.every((word) => text.toLowerCase().includes(word));
}
