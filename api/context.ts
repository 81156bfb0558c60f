import type { DefaultContext, ParameterizedContext } from 'koa';
import type { Actor } from '../domain/kernel/call.ts';
import type { RequestInFlight } from '../domain/kernel/request-slot.ts';
import type { Language } from './language/languages.ts';

/** State of a request besides Koa's own. */
export interface HttpState {
  requestId: string;
  /** Origin under which callers reach the service; no trailing slash. */
  publicUrl: string;
  /** `performance.now()` at arrival. */
  startedAt: number;
  /** `performance.now()` at the start of an event stream, which may last; undefined for other responses. */
  answeredAt?: number;
  /** Pattern of the matched path for logs and metrics; it contains no identifiers. */
  routePattern: string;
  /** The partner whose credential the request has. */
  partnerId?: number | null;
  /** First characters of the request's key; undefined for tokens. */
  keyPrefix?: string | undefined;
  /** The language of a person at the console; undefined for programs. */
  language?: Language;
  /** The caller, once the credential is known. */
  actor?: Actor;
  /** The request in the turns of the event loop. */
  inFlight?: RequestInFlight;
}

/** Koa's context with the state of a request. */
export type HttpContext = ParameterizedContext<HttpState, DefaultContext, unknown>;
/** A middleware; app.ts has their order. */
export type HttpMiddleware = (ctx: HttpContext, next: () => Promise<void>) => Promise<void>;
