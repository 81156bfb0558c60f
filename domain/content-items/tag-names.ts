/** Letters that Unicode does not take apart, as searches read them. */
const PLAIN: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ı: 'i' };

/** What names of tags are compared by: as in searches, neither case nor accents matter, nor spaces and what nobody sees. */
export function tagKey(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036F]|\p{Cf}/gu, '')
    .replace(/[ßæœøłđı]/g, (letter) => PLAIN[letter] ?? letter)
    .replace(/\s+/g, ' ')
    .trim();
}

/** The names by what they are compared by: of several that are alike the first. */
export function tagsByKey(names: readonly string[]): ReadonlyMap<string, string> {
  const byKey = new Map<string, string>();
  for (const name of names) {
    const key = tagKey(name);
    if (!byKey.has(key)) byKey.set(key, name);
  }
  return byKey;
}
