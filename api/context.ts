import type { DefaultContext, ParameterizedContext } from 'koa';

/** What the edge knows of a request besides Koa's own. */
export interface EdgeState {
  requestId: string;
  /** `performance.now()` at arrival. */
  startedAt: number;
  /** `performance.now()` when an event stream began, which may last; undefined: the answer is no such stream. */
  answeredAt?: number;
  /** Pattern of the matched path for logs and metrics; tells no identifiers. */
  routePattern: string;
}

/** Koa's context with what the edge knows of a request. */
export type EdgeContext = ParameterizedContext<EdgeState, DefaultContext, unknown>;
/** A step of the edge; see app.ts for their order. */
export type EdgeMiddleware = (ctx: EdgeContext, next: () => Promise<void>) => Promise<void>;
