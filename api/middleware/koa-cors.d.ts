declare module '@koa/cors' {
  import type { Context, Middleware } from 'koa';

  /** The options that this service uses. */
  interface Options {
    /** Value of Access-Control-Allow-Origin; empty: none. */
    origin: (ctx: Context) => string;
    exposeHeaders: string[];
    /** Seconds for which a browser may keep the answer to a preflight. */
    maxAge: number;
  }

  export default function cors(options: Options): Middleware;
}
