import { z } from 'zod';

/** What credentials.json holds: everything a caller needs for a first try. */
export const credentialsSchema = z.object({
  /** Ends in /api/v1. */
  base_url: z.string(),
  admin_key: z.string(),
  partner_id: z.number().int(),
  api_key: z.string(),
  sandbox_api_key: z.string(),
  /** A client that may ask for every scope, and a user; absent with an issuer that runs elsewhere. */
  oauth: z
    .object({
      issuer: z.string(),
      token_endpoint: z.string(),
      client_id: z.string(),
      client_secret: z.string(),
      user_email: z.string(),
      user_password: z.string(),
    })
    .optional(),
  /** What payment gateways sign with. */
  gateway_secrets: z.object({ generic: z.string(), stripe: z.string() }).optional(),
  temporal_address: z.string(),
  temporal_namespace: z.string(),
  /** Where Prometheus finds the metrics of the API and of the worker, which are at `/metrics`. */
  metrics: z.object({ api: z.string().optional(), worker: z.string().optional() }).optional(),
  /** Origin of the Web UI; absent with a Temporal that runs elsewhere and names none. */
  temporal_ui: z.string().optional(),
  /** Where the mails that were sent can be read; absent with a mail server that runs elsewhere. */
  mail_url: z.string().optional(),
  /** Good listings of the sandbox marketplace, the best first; absent with a marketplace that runs elsewhere. */
  listing_ids: z.array(z.string()).optional(),
  /** One with many faults. */
  bad_listing_id: z.string().optional(),
  /** One that there is not. */
  missing_listing_id: z.string().optional(),
  /** One whose page comes later than anybody waits for it. */
  slow_listing_id: z.string().optional(),
});

const tryListings = credentialsSchema
  .pick({ listing_ids: true, bad_listing_id: true, missing_listing_id: true, slow_listing_id: true })
  .required();

/** The listings that a sandbox marketplace offers for first tries. */
export async function readTryListings(marketplaceUrl: string): Promise<z.output<typeof tryListings>> {
  const response = await fetch(`${marketplaceUrl}/__sandbox/try`, { signal: AbortSignal.timeout(5000) });
  return tryListings.parse(await response.json());
}

/**
 * The same as lines that a shell reads (`. .data/credentials.env`), as the guides use them: `base_url` becomes BASE_URL, `oauth.client_id`
 * CLIENT_ID, the first of `listing_ids` LISTING_ID.
 */
export function shellVariables(credentials: Credentials): string {
  const { oauth, listing_ids: listings, gateway_secrets: gateways, base_url, ...rest } = credentials;
  const variables = {
    public_url: new URL(base_url).origin,
    base_url,
    ...rest,
    ...oauth,
    ...(listings && { listing_id: listings[0] }),
    ...(gateways && { generic_webhook_secret: gateways.generic, stripe_webhook_secret: gateways.stripe }),
  };
  return Object.entries(variables)
    .filter(([, value]) => typeof value === 'string' || typeof value === 'number')
    .map(([name, value]) => `${name.toUpperCase()}='${String(value).replaceAll("'", "'\\''")}'\n`)
    .join('');
}

/** What credentials.json holds. */
export type Credentials = z.output<typeof credentialsSchema>;
