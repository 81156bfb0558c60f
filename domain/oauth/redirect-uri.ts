/** Longest redirect URI. */
export const MAX_REDIRECT_URI_LENGTH = 2_048;

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Private schemes without a dot that well-known MCP clients register; systems give them to these programs only. */
const KNOWN_SCHEMES = new Set(['cursor:', 'vscode:', 'vscode-insiders:', 'windsurf:', 'zed:']);

/** Where a redirect URI leads; undefined: it may not be registered. */
export type RedirectTarget = 'web' | 'native' | undefined;

/**
 * `https:` leads to a web server; `http:` to this machine, or a private scheme, to a program beside the browser. Private schemes are
 * made of a domain name and so have a dot, which no scheme has that browsers or systems know (RFC 8252, section 7.1), but for those of
 * a few known clients. Everything else, fragments and user names in URIs included, is refused.
 */
export function redirectTarget(uri: string): RedirectTarget {
  if (uri.length > MAX_REDIRECT_URI_LENGTH || uri.includes('#') || !URL.canParse(uri)) return undefined;
  const { protocol, hostname, username, password } = new URL(uri);
  if (username !== '' || password !== '') return undefined;
  if (protocol === 'https:') return 'web';
  if (protocol === 'http:') return LOOPBACK.has(hostname) ? 'native' : undefined;
  return protocol.includes('.') || KNOWN_SCHEMES.has(protocol) ? 'native' : undefined;
}
