/** Languages that forms offer, as BCP 47 tags: those that texts can be written in. */
// biome-ignore format: a list of codes
const OFFERED = [
  'en', 'en-US', 'en-GB', 'ar', 'bg', 'bn', 'ca', 'cs', 'da', 'de', 'de-AT', 'de-CH', 'el', 'es', 'es-ES', 'es-MX', 'et', 'fa', 'fi',
  'fr', 'fr-CA', 'fr-FR', 'he', 'hi', 'hr', 'hu', 'id', 'it', 'ja', 'ko', 'lt', 'lv', 'ms', 'nb', 'nl', 'pl', 'pt', 'pt-BR', 'pt-PT',
  'ro', 'ru', 'sk', 'sl', 'sr', 'sv', 'sw', 'ta', 'th', 'tl', 'tr', 'uk', 'ur', 'vi', 'zh', 'zh-CN', 'zh-TW',
];

/** Offered before the others. */
const COMMON = ['en', 'de', 'es', 'fr'];

/** Languages of the person and common ones first, the others by name; values that are set stay choosable. */
export function languageOptions(
  locale: string,
  { among = OFFERED, chosen = [] }: { among?: readonly string[]; chosen?: readonly string[] } = {},
): { value: string; label: string }[] {
  const names = new Intl.DisplayNames(locale, { type: 'language' });
  const first = [locale.split('-')[0] ?? locale, ...COMMON].filter((tag) => among.includes(tag));
  const rest = [...new Set([...among, ...chosen.filter((tag) => tag !== '')])].filter((tag) => !first.includes(tag));
  const named = (tags: readonly string[]) => tags.map((value) => ({ value, label: nameOf(names, value) }));
  return [...named([...new Set(first)]), ...named(rest).toSorted((a, b) => a.label.localeCompare(b.label, locale))];
}

/** What people call a language. */
export function languageName(locale: string, tag: string): string {
  return nameOf(new Intl.DisplayNames(locale, { type: 'language' }), tag);
}

/** Records may hold what is no tag. */
function nameOf(names: Intl.DisplayNames, tag: string): string {
  try {
    return names.of(tag) ?? tag;
  } catch {
    return tag;
  }
}
