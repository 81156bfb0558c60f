/** Longest redirect URI. */
export const MAX_REDIRECT_URI_LENGTH = 2_048;

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Private schemes without a dot that well-known MCP clients register; operating systems pass them to these programs
 * only.
 */
const KNOWN_SCHEMES = new Set(['cursor:', 'vscode:', 'vscode-insiders:', 'windsurf:', 'zed:']);

/** Kind of a redirect URI; undefined: it may not be registered. */
export type RedirectTarget = 'web' | 'native' | undefined;

/**
 * `https:` leads to a web server; `http:` on this machine, or a private scheme, leads to a native program. Private
 * schemes are made of a domain name and contain a dot, which no scheme known to browsers or systems does (RFC 8252,
 * section 7.1); a few known clients are exceptions. Everything else is refused, including URIs with fragments or user
 * names.
 */
export function redirectTarget(uri: string): RedirectTarget {
  if (uri.length > MAX_REDIRECT_URI_LENGTH || uri.includes('#') || !URL.canParse(uri)) return undefined;
  const { protocol, hostname, username, password } = new URL(uri);
  if (username !== '' || password !== '') return undefined;
  if (protocol === 'https:') return 'web';
  if (protocol === 'http:') return LOOPBACK.has(hostname) ? 'native' : undefined;
  return protocol.includes('.') || KNOWN_SCHEMES.has(protocol) ? 'native' : undefined;
}
