/** A moment as people write it in a language, with its time zone. `zone` is an IANA name. */
export function momentIn(language: string, at: string, zone: string): string {
  const style = { dateStyle: 'long', timeStyle: 'long', timeZone: zone } as const;
  return new Intl.DateTimeFormat(language, style).format(new Date(at));
}
