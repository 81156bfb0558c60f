import helmet from 'koa-helmet';
import type { HttpMiddleware } from '../context.ts';

/** The policy of our pages; API responses need none and get the same. */
const DIRECTIVES = {
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'"],
  imgSrc: ["'self'", 'data:'],
  connectSrc: ["'self'"],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
  baseUri: ["'none'"],
  requireTrustedTypesFor: ["'script'"],
  trustedTypes: ["'none'"],
};

/**
 * Helmet's headers for every response, computed once since they are all the same. With `https`, browsers must keep
 * using it. No cache keeps what does not say that it may: by default one may keep a file that is missing on this process.
 */
export async function securityHeaders(options: { https: boolean }): Promise<HttpMiddleware> {
  const headers: [string, string][] = [['Cache-Control', 'no-store']];
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
    // Older browsers read these; newer ones use the policy above.
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  });
  // Helmet only sets headers; it does not read the request.
  await middleware(recorder as never, () => Promise.resolve());
  return (ctx, next) => {
    for (const [name, value] of headers) ctx.res.setHeader(name, value);
    return next();
  };
}
