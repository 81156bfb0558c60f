import { addCredits } from '../../domain/partners/operations/add-credits.ts';
import { readUsage } from '../../domain/usage/operations/read-usage.ts';
import { dataSchema } from '../response-schemas.ts';
import { type Route, route } from '../route.ts';
import { creditEntrySchema, presentCreditEntry, presentUsage, usageSchema } from './presenter.ts';

/** Credits of partners. */
export const creditRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/app/usage-data',
    summary: 'Read the credit balance and what was used',
    operation: readUsage,
    present: (usage) => ({ data: presentUsage(usage) }),
    response: dataSchema(usageSchema),
  }),
  route({
    method: 'POST',
    path: '/3pi-partners/{partner_id}/credits',
    summary: 'Add credits to a partner, or take back what is available',
    extension: true,
    operation: addCredits,
    status: 201,
    present: (entry) => ({ data: presentCreditEntry(entry) }),
    response: dataSchema(creditEntrySchema),
    errors: ['CONFLICT'],
  }),
];
