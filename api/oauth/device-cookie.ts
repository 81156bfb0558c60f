import type { IncomingMessage } from 'node:http';

const COOKIE = 'mw_device';
const ID = /(?:^|; ?)mw_device=(\w{1,64})(?:;|$)/;
/** The longest that browsers keep a cookie: 400 days. */
const MAX_AGE_S = 400 * 86_400;

/** The id by which the issuer knows a browser again; undefined: it has none. */
export function deviceIdOf({ headers }: IncomingMessage): string | undefined {
  return ID.exec(headers.cookie ?? '')?.[1];
}

/** The Set-Cookie that keeps the id. Only the pages for sign-in get it. */
export function deviceCookie(deviceId: string, publicUrl: string): string {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : '';
  return `${COOKIE}=${deviceId}; Path=/oauth; Max-Age=${MAX_AGE_S}; HttpOnly; SameSite=Lax${secure}`;
}
