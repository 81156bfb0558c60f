import { insertOrder, type NewOrder } from '../../domain/orders/store.ts';
import type { OrderRow } from '../../domain/orders/table.ts';
import type { Partner } from '../../domain/partners/types.ts';
import { insertUsageRecord, type NewUsageRecord } from '../../domain/usage-records/store.ts';
import type { TestService } from './service.ts';

let made = 0;

/** An order of the partner, by default over 49.90 EUR. */
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

/** A use of the partner on 3 May 2031, by default one unit for a dollar. */
export async function addUsage(
  { dataSource, deps }: TestService,
  { id }: Pick<Partner, 'id'>,
  use: Partial<NewUsageRecord> = {},
): Promise<void> {
  await insertUsageRecord(dataSource.manager, deps.clock.now(), {
    partner_id: id,
    dimension: 'calls',
    quantity: '1',
    unit_price: '1',
    currency: 'USD',
    occurred_at: new Date('2031-05-03T12:00:00Z'),
    reference: null,
    ...use,
  });
}
