/**
 * The domain in a name or URL, in lower-case ASCII; empty for an empty text, null when it contains none, such as an IP
 * address.
 */
export function domainIn(value: string): string | null {
  if (value === '') return '';
  const url = URL.parse(/^https?:\/\//i.test(value) ? value : `https://${value}`);
  return url && /^(?=.{1,253}$)([a-z0-9-]+\.)+[a-z][a-z0-9-]*$/.test(url.hostname) ? url.hostname : null;
}
