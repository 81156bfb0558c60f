import helmet from 'koa-helmet';
import type { EdgeMiddleware } from '../context.ts';

/** The policy of pages that this service serves; answers of the API need nothing and get the same. */
const DIRECTIVES = {
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'"],
  imgSrc: ["'self'", 'data:'],
  connectSrc: ["'self'"],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
  baseUri: ["'none'"],
};

/**
 * Helmet's headers on every answer. They are the same for all, so they are computed once: with `https`, browsers are told
 * to stay with it.
 */
export async function securityHeaders(options: { https: boolean }): Promise<EdgeMiddleware> {
  const headers: [string, string][] = [];
  const recorder = {
    req: {},
    res: {
      setHeader: (name: string, value: string) => void headers.push([name, value]),
      removeHeader: () => undefined,
    },
  };
  const middleware = helmet({
    contentSecurityPolicy: { useDefaults: false, directives: DIRECTIVES },
    strictTransportSecurity: options.https ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    xFrameOptions: { action: 'deny' },
    // These tell old browsers what the policy above tells the rest.
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  });
  // Helmet only sets headers; it never looks at the request.
  await middleware(recorder as never, () => Promise.resolve());
  return (ctx, next) => {
    for (const [name, value] of headers) ctx.res.setHeader(name, value);
    return next();
  };
}
