/** The primary language of a BCP 47 tag, in small letters: `de` of `de-AT`. */
export function primaryLanguage(tag: string): string {
  return tag.split('-')[0]?.toLowerCase() ?? '';
}
