import { preconditionFailed } from '../../kernel/errors.ts';
import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { withCustomer } from '../customer.ts';
import { atGateway, requirePages } from '../pages.ts';

/** A page of the gateway's for payment methods and subscriptions. */
export interface Portal {
  partnerId: number;
  url: string;
}

/** Opens the gateway's page for payment methods and subscriptions; it lets whoever has its address in for a short time. */
export const openPortal = operation({
  name: 'checkout.open_portal',
  permission: 'manage_billing',
  params: nothing,
  input: nothing,
  async run(deps, call): Promise<Portal> {
    const pages = requirePages(deps);
    const { portal, consoleUrl } = pages;
    if (!portal) throw preconditionFailed('The payment gateway has no page for payment methods.');
    const partnerId = partnerOf(call);
    const url = await atGateway(() =>
      withCustomer(deps, call, pages, (customer) => portal.open(customer ?? '', `${consoleUrl}/credits`, call.signal)),
    );
    await deps.transaction(call, async (tx) => tx.audit({ type: 'billing_portal', id: partnerId, partnerId }));
    return { partnerId, url };
  },
});
