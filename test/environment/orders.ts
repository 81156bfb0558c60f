import { insertOrder, type NewOrder } from '../../domain/orders/store.ts';
import type { OrderRow } from '../../domain/orders/table.ts';
import type { Partner } from '../../domain/partners/types.ts';
import type { TestService } from './service.ts';

let made = 0;

/** An order of the partner, over 49.90 EUR unless told. */
export async function addOrder(
  { dataSource, deps }: TestService,
  { id }: Pick<Partner, 'id'>,
  order: Partial<NewOrder> = {},
): Promise<OrderRow> {
  made += 1;
  const row = await insertOrder(dataSource.manager, deps.clock.now(), {
    partner_id: id,
    billing_type: 'token_pack',
    amount_minor: 4990,
    currency: 'EUR',
    tax_included: false,
    description: '500 credits',
    reference: `order-${made}`,
    ...order,
  });
  if (!row) throw new Error('There is an order of that reference.');
  return row;
}
