import { isIP } from 'node:net';
import { OutboundError } from './outbound-error.ts';

/** Where a call goes, from its URL. */
export interface Target {
  /** Scheme, host and port as the URL has them; connections are kept by origin. */
  origin: string;
  secure: boolean;
  /** What is resolved or, an IP literal, checked: without brackets and without a trailing dot. */
  hostname: string;
  port: number;
  /** The name for SNI and the certificate; undefined for IP literals, which have none. */
  serverName: string | undefined;
  /** Path and query; the fragment stays here. */
  path: string;
}

const WELL_FORMED = /^[a-z]+:\/\/[^\s\p{Cc}\\]+$/iu;
/** A user part, empty ones included. */
const CREDENTIALS = /^[a-z]+:\/\/[^/?#]*@/i;

/**
 * Reads an absolute http or https URL. The WHATWG parser turns every spelling of an IPv4 address (octal, hexadecimal,
 * one number, full-width digits) into dotted decimals and names into their ASCII form, so what is checked later is what
 * is called. Throws OutboundError invalid_url.
 */
export function parseTarget(text: string, allowHttp: boolean): Target {
  const url = URL.parse(text);
  if (!url) throw new OutboundError('invalid_url', 'The URL is not a valid absolute URL');
  const secure = url.protocol === 'https:';
  if (!secure && !(allowHttp && url.protocol === 'http:')) {
    throw new OutboundError('invalid_url', `The URL must start with ${allowHttp ? 'https:// or http://' : 'https://'}`);
  }
  // The parser silently corrects much of this; another parser may correct it differently.
  if (!WELL_FORMED.test(text)) {
    throw new OutboundError('invalid_url', 'The URL must not contain spaces, control characters or backslashes');
  }
  if (CREDENTIALS.test(text)) {
    throw new OutboundError('invalid_url', 'The URL must not contain a user name or a password');
  }
  if (url.port === '0') throw new OutboundError('invalid_url', 'The URL must not name port 0');
  const hostname = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  return {
    origin: url.origin,
    secure,
    hostname,
    port: Number(url.port) || (secure ? 443 : 80),
    serverName: isIP(hostname) === 0 ? hostname : undefined,
    path: url.pathname + url.search,
  };
}
