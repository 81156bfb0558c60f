import { z } from 'zod';
import { EVENT_NAMES } from '../../domain/webhooks/catalogue.ts';
import { askOk, type World } from './world.ts';

/** Partners of different countries, currencies, taxes and terms. */
const PARTNERS = {
  /** Taxed by the rules: 19 %, and 7 % for books. */
  adler: {
    terms: { payment_terms_days: 30, marketplace_customer_id: 'customer-adler' },
    identity: {
      legal_name: 'Adler GmbH',
      address: { line1: 'Ring 1', city: 'Köln', postal_code: '50667', country: 'DE' },
    },
  },
  /** Outside of the European Union. */
  boreal: {
    terms: { payment_terms_days: 14, marketplace_customer_id: 'customer-boreal' },
    identity: {
      legal_name: 'Boreal Inc.',
      address: { line1: '1 Main St', city: 'Salem', region: 'OR', country: 'US' },
    },
  },
  /** A rate of its own, a currency without digits, and no customer id before January. */
  chiyoda: {
    terms: { payment_terms_days: 10, tax_rate: '0.10' },
    identity: { legal_name: '千代田株式会社', address: { line1: '千代田1-1', city: '東京', country: 'JP' } },
  },
  /** Exempt, in a currency of three digits. */
  dinar: {
    terms: {
      payment_terms_days: 45,
      marketplace_customer_id: 'customer-dinar',
      tax_exemption_reason: 'Exempt by treaty.',
    },
    identity: { legal_name: 'Dinar Trading', address: { line1: 'Gulf Road 1', city: 'Kuwait', country: 'KW' } },
  },
  /** Reverse charge. */
  etoile: {
    terms: { payment_terms_days: 14, marketplace_customer_id: 'customer-etoile' },
    identity: {
      legal_name: 'Étoile SARL',
      address: { line1: 'Rue Une 1', city: 'Lyon', postal_code: '69001', country: 'FR' },
      tax_ids: [{ type: 'eu_vat', value: 'FR40303265045' }],
    },
  },
} as const;

export type Name = keyof typeof PARTNERS;
export const NAMES = Object.keys(PARTNERS) as Name[];

/** A partner with a key. */
export interface Member {
  id: number;
  key: string;
}
export type Members = Record<Name, Member>;

/** Makes the partners through the API. */
export async function makePartners(world: World): Promise<Members> {
  const made = await Promise.all(NAMES.map(async (name) => [name, await makePartner(world, name)] as const));
  return Object.fromEntries(made) as Members;
}

const createdSchema = z.object({ data: z.object({ id: z.int() }) });
const keySchema = z.object({ plaintext: z.string() });

async function makePartner(world: World, name: Name): Promise<Member> {
  const { terms, identity } = PARTNERS[name];
  const { data } = await askOk(world, null, 'POST /3pi-partners', createdSchema, { body: { name } });
  const path = `/3pi-partners/${data.id}` as const;
  const { plaintext: key } = await askOk(world, null, `POST ${path}/keys`, keySchema, { body: { name: 'Month' } });
  await askOk(world, null, `PATCH ${path}`, z.unknown(), { body: terms });
  await askOk(world, key, 'PATCH /app/billing-identity', z.unknown(), { body: identity });
  const webhook = { url: world.receiver.url, events: EVENT_NAMES };
  await askOk(world, key, 'POST /partners/webhooks', z.unknown(), { body: webhook });
  return { id: data.id, key };
}
