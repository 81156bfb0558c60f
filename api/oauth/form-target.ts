/**
 * The redirect URI as a source of Content-Security-Policy: an origin, or a private scheme. A host may contain a
 * semicolon or a comma, which would end the directive; they are encoded, which matches nothing.
 */
export function formTarget(redirectUri: string): string {
  const { origin, protocol } = new URL(redirectUri);
  const target = origin === 'null' ? protocol : origin;
  return target.replace(/[^\w.:/[\]+-]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}
