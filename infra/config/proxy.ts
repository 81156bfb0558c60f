import { z } from 'zod';
import { isException, type OutboundProxy, outboundProxy } from '../http/proxy.ts';
import { environment, list } from './environment.ts';

/** The way of calls to others. */
export const proxySettings = {
  OUTBOUND_PROXY_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http or https URL, such as http://proxy.internal:3128' })
    .transform((value) => new URL(value))
    .refine(({ pathname, search, hash }) => pathname + search + hash === '/', 'must have no path, query or fragment')
    .refine(isDecodable, 'must have a user and a password in which % stands as %25')
    .optional(),
  OUTBOUND_PROXY_EXCEPT: list.refine(
    (values) => values.every(isException),
    'must be names such as ai.internal or .internal, or networks such as 10.0.0.0/8',
  ),
};

function isDecodable({ username, password }: URL): boolean {
  try {
    return decodeURIComponent(`${username}:${password}`) !== undefined;
  } catch {
    return false;
  }
}

const schema = z.object(proxySettings);

/** The proxy, for a command that needs no other settings; throws one SettingsError that names every bad variable. */
export function loadProxy(env: NodeJS.ProcessEnv = process.env): OutboundProxy | undefined {
  return proxyConfig(environment(schema, env));
}

/** undefined: others are called directly. */
export function proxyConfig(values: z.output<typeof schema>): OutboundProxy | undefined {
  const { OUTBOUND_PROXY_URL: url, OUTBOUND_PROXY_EXCEPT: exceptions } = values;
  return url && outboundProxy(url, exceptions);
}
