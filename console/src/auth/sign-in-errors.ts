import * as oauth from 'oauth4webapi';
import { settings } from '../settings.ts';

/** Status of an answer to whoever asks too often. */
const LIMITED = 429;

/** Whether the issuer was not reached, is busy or fails: the same sign-in may succeed in a moment. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof oauth.AuthorizationResponseError) {
    return error.error === 'temporarily_unavailable' || error.error === 'server_error';
  }
  // The browser has no other error for a request without an answer.
  if (error instanceof TypeError) return true;
  const answer = error instanceof oauth.ResponseBodyError ? error : error instanceof Error ? error.cause : undefined;
  const status = answer instanceof Response || answer instanceof oauth.ResponseBodyError ? answer.status : 0;
  return status === LIMITED || status >= 500;
}

/** Whether the person left the sign-in. An external issuer says the same of people who may not use the console, and why. */
export function isCancelled(error: unknown): boolean {
  if (!(error instanceof oauth.AuthorizationResponseError)) return false;
  return error.error === 'access_denied' && new URL(settings.oauth.issuer).origin === settings.origin;
}

/** Whether the browser refuses to keep the sign-in until it is completed, as its storage is forbidden or full; nothing else throws like that there. */
export function isBlocked(error: unknown): boolean {
  return error instanceof DOMException;
}

/** What an error of the sign-in says about itself, for those who run the service. */
export function detailOf(error: unknown): string {
  if (error instanceof oauth.AuthorizationResponseError) {
    return [error.error, error.error_description].filter(Boolean).join(': ');
  }
  return error instanceof Error ? error.message : String(error);
}
