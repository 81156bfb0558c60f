import { expect, test } from '@jest/globals';
import { checkedSetting } from '../../infra/config/environment.ts';
import { billingCatalogue, DEFAULT_CATALOGUE } from './catalogue.ts';

const check = (value: unknown) => checkedSetting('BILLING_CATALOGUE', billingCatalogue, value);
const PACK = { name: 'Some', credits: 10, amount: '1.00', currency: 'USD', prices: ['p'] };

test('the one that comes with the service is right', () => {
  expect(check(DEFAULT_CATALOGUE).packs[0]).toEqual({
    name: '1,000 credits',
    credits: 1_000,
    amountMinor: 2_000,
    currency: 'USD',
    prices: ['credits_1000'],
  });
});

test.each<[string, unknown, string]>([
  ['no object', [], 'expected object'],
  ['no packs', { plans: [] }, 'packs'],
  ['an unknown field', { packs: [{ ...PACK, cost: 1 }], plans: [] }, 'cost'],
  ['an unknown currency', { packs: [{ ...PACK, currency: 'ZZZ' }], plans: [] }, 'packs[0].currency'],
  [
    'digits that the currency has not',
    { packs: [{ ...PACK, currency: 'JPY', amount: '1.5' }], plans: [] },
    'packs[0].amount',
  ],
  ['no amount', { packs: [{ ...PACK, amount: 'one' }], plans: [] }, 'packs[0].amount'],
  ['no credits', { packs: [{ ...PACK, credits: 0 }], plans: [] }, 'packs[0].credits'],
  ['an unknown plan', { packs: [], plans: [{ plan: 'gold' }] }, 'plans[0].plan'],
  [
    'a price of two things',
    { packs: [PACK], plans: [{ plan: 'business', prices: ['p'] }] },
    'The price "p" stands for two things.',
  ],
  ['two packs at one price', { packs: [PACK, { ...PACK, prices: ['q'] }], plans: [] }, 'Two packs cost the same'],
])('one with %s is refused in words', (_what, value, problem) => {
  expect(() => check(value)).toThrow(new RegExp(`^BILLING_CATALOGUE: .*${problem.replace(/[[\]().?]/g, '\\$&')}`));
});
