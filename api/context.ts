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

export type EdgeContext = ParameterizedContext<EdgeState, DefaultContext, unknown>;
export type EdgeMiddleware = (ctx: EdgeContext, next: () => Promise<void>) => Promise<void>;
