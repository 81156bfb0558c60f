import { deliver, type GatewayTarget } from '../../sandbox/gateway/server.ts';
import { eventsOf, type Story } from '../../sandbox/gateway/stories.ts';
import { waitUntil } from '../environment/wait-until.ts';
import type { Usage } from './resources.ts';
import type { Stage } from './scenes.ts';

/** What the sandbox gateway needs to sell the partner something. */
export interface Shop extends GatewayTarget {
  partnerId: number;
}

const PACK = {
  amount: '20.00',
  currency: 'USD',
  credits: 1_000,
  plan: 'business',
  pack_price: 'credits_1000',
  plan_price: 'plan_business',
};
const CARRIED_OUT_LIMIT_MS = 30_000;

/** Credits are bought, refunded, and bought by events that come twice and in the wrong order; each counts once. */
export async function buyCredits({ api, screen }: Stage, shop: Shop | undefined): Promise<void> {
  screen.scene('Buying credits');
  if (!shop) {
    screen.line('The secrets of the payment gateways are not known here; the sandbox gateway cannot sign.');
    return;
  }
  screen.line('The sandbox gateway sells 1,000 credits; what it sends is signed as Stripe and others sign.');
  const balance = async () => (await api.get<{ data: Usage }>('/app/usage-data')).data.attributes.credits.balance;

  /** What it comes to in the end; in between, what is bought and given back again shows for a moment. */
  let sum = await balance();

  async function play(title: string, gateway: 'stripe' | 'generic', story: Story, expected: number): Promise<void> {
    const before = sum;
    sum += expected;
    const events = eventsOf(story, gateway, { partner_id: shop?.partnerId ?? 0, ...PACK }, new Date());
    const delivered = await deliver(shop as Shop, gateway, events);
    for (const { type, status, answer } of delivered) screen.line(`  ${type}: ${status} ${JSON.stringify(answer)}`);
    await waitUntil('the credits', async () => (await balance()) === sum, {
      limitMs: CARRIED_OUT_LIMIT_MS,
    });
    screen.fact(title, `${before.toLocaleString('en')} → ${sum.toLocaleString('en')} credits`);
  }

  await play('Stripe', 'stripe', 'success', PACK.credits);
  await play('refunded', 'generic', 'refund', 0);
  await play('dispute won', 'stripe', 'dispute', PACK.credits);
  await play('duplicates', 'generic', 'duplicates', 0);
}
