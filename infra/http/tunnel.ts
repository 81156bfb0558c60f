import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type Socket } from 'node:net';
import { OutboundError } from './outbound-error.ts';
import type { OutboundProxy } from './proxy.ts';
import { type Target, withoutBrackets } from './target.ts';

/** Longest wait for the proxy itself, which is near; what it opens has the rest of the call's time. */
const PROXY_TIMEOUT_MS = 5_000;

/**
 * A connection to a host through the proxy (CONNECT, RFC 9110, section 9.3.6), over which TLS is spoken with the host itself. Throws
 * OutboundError: `busy` where the proxy is away or wants other credentials, since that shows nothing about the host;
 * `blocked_address` where it refuses the host; `connect` where it does not reach it.
 */
export function openTunnel(
  { url, onAway }: OutboundProxy,
  { hostname, port }: Pick<Target, 'hostname' | 'port'>,
  signal: AbortSignal,
): Promise<Socket> {
  const authority = `${hostname.includes(':') ? `[${hostname}]` : hostname}:${port}`;
  const proxyName = withoutBrackets(url.hostname);
  return new Promise((resolve, reject) => {
    const fail = (error: OutboundError) => {
      if (error.kind === 'busy' && !signal.aborted) onAway?.(error);
      reject(error);
    };
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)({
      method: 'CONNECT',
      hostname: proxyName,
      // Otherwise an https proxy would be asked to prove the name in the Host field, which is that of the host behind it.
      servername: isIP(proxyName) === 0 ? proxyName : '',
      port: url.port || (url.protocol === 'https:' ? 443 : 80),
      path: authority,
      headers: { host: authority, ...authorization(url) },
      // A tunnel is used once.
      agent: false,
      signal,
    });
    failUnlessConnected(request);
    request
      .on('connect', (response, socket, head) => {
        const refusal = refusalOf(response);
        // An error that comes before somebody else listens must not end the process.
        socket.on('error', () => {});
        if (refusal) {
          socket.destroy();
          return fail(refusal);
        }
        // A host that speaks first; whoever speaks with it judges that.
        if (head.length > 0) socket.unshift(head);
        resolve(socket);
      })
      .on('error', (error) => fail(away('it does not answer', error)))
      .end();
  });
}

function failUnlessConnected(request: ClientRequest): void {
  const clock = setTimeout(() => request.destroy(new Error('The proxy does not answer in time')), PROXY_TIMEOUT_MS);
  const stop = () => clearTimeout(clock);
  request.on('close', stop).on('socket', (socket) => {
    socket.once('encrypted' in socket ? 'secureConnect' : 'connect', stop);
  });
}

function authorization({ username, password }: URL): Record<string, string> {
  if (username + password === '') return {};
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(credentials).toString('base64')}` };
}

/** undefined: the tunnel is open. */
function refusalOf({ statusCode = 0, headers }: IncomingMessage): OutboundError | undefined {
  if (statusCode >= 200 && statusCode < 300) return undefined;
  // Nothing that a host's name may bring about is `busy`, since such calls are repeated without end.
  if (statusCode === 407 && headers['proxy-authenticate'] !== undefined) return away('it wants other credentials');
  if (statusCode >= 500 || statusCode === 429)
    return new OutboundError('connect', `The connection could not be opened (proxy: ${statusCode})`);
  // Among them Smokescreen's 407, which asks for no credentials.
  return new OutboundError('blocked_address', 'The proxy of this service refuses the host of the URL');
}

function away(reason: string, cause?: unknown): OutboundError {
  return new OutboundError('busy', `The proxy of this service cannot be used: ${reason}`, cause);
}
