/** Longest redirect URI. */
export const MAX_REDIRECT_URI_LENGTH = 2_048;

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);
/** Schemes that a browser would carry out or show rather than hand to a program. */
const FORBIDDEN_SCHEMES = new Set(['javascript:', 'vbscript:', 'data:', 'blob:', 'file:', 'about:']);

/** Where a redirect URI leads; undefined: it may not be registered. */
export type RedirectTarget = 'web' | 'native' | undefined;

/**
 * `https:` leads to a web server; a private scheme, or `http:` to this machine, to a program beside the browser (RFC 8252).
 * Everything else, fragments and user names in URIs included, is refused.
 */
export function redirectTarget(uri: string): RedirectTarget {
  if (uri.length > MAX_REDIRECT_URI_LENGTH || uri.includes('#') || !URL.canParse(uri)) return undefined;
  const { protocol, hostname, username, password } = new URL(uri);
  if (username !== '' || password !== '' || FORBIDDEN_SCHEMES.has(protocol)) return undefined;
  if (protocol === 'https:') return 'web';
  if (protocol === 'http:') return LOOPBACK.has(hostname) ? 'native' : undefined;
  return 'native';
}
