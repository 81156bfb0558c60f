import { setCreditWarning } from '../../domain/credits/operations/set-credit-warning.ts';
import { addCredits } from '../../domain/partners/operations/add-credits.ts';
import { getUsage } from '../../domain/usage/operations/get-usage.ts';
import { getUsageBy } from '../../domain/usage/operations/get-usage-by.ts';
import { area } from '../area.ts';
import { one } from '../resource.ts';
import { route } from '../route.ts';
import { creditEntryResource, creditWarningResource, groupedUsageResource, usageResource } from './resource.ts';

export const creditsArea = area({
  tag: { name: 'Credits', group: 'Account', description: 'The balance and what it was spent on.' },
  routes: [
    route({
      method: 'GET',
      path: '/app/usage-data',
      operationId: 'getUsage',
      summary: 'Read the credit balance and what was used',
      operation: getUsage,
      body: one(usageResource),
      tool: {
        name: 'get_usage',
        title: 'Read credits and usage',
        description:
          'Reads the credit balance, what is held for running work or owed after a refund, and what was used by capability and day.',
      },
    }),

    route({
      method: 'PATCH',
      path: '/app/credit-warning',
      operationId: 'updateCreditWarning',
      summary: 'Set the balance below which you are warned',
      extension: true,
      operation: setCreditWarning,
      body: one(creditWarningResource),
    }),

    route({
      method: 'GET',
      path: '/app/usage',
      operationId: 'getUsageBy',
      summary: 'Read requests and credits by key, person, program or capability, with their days',
      description: 'At most 92 days; the last 30 unless given.',
      extension: true,
      operation: getUsageBy,
      body: one(groupedUsageResource),
    }),

    route({
      method: 'POST',
      path: '/3pi-partners/{partner_id}/credits',
      operationId: 'addCredits',
      summary: 'Add credits to a partner, or take back what is available',
      extension: true,
      operation: addCredits,
      status: 201,
      body: one(creditEntryResource),
      errors: ['CONFLICT'],
    }),
  ],
});
