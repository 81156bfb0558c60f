import { setCreditWarning } from '../../domain/credits/operations/set-credit-warning.ts';
import { addCredits } from '../../domain/partners/operations/add-credits.ts';
import { getUsage } from '../../domain/usage/operations/get-usage.ts';
import { getUsageBy } from '../../domain/usage/operations/get-usage-by.ts';
import { area } from '../area.ts';
import { one } from '../resource.ts';
import { route } from '../route.ts';
import { creditEntryResource, creditWarningResource, groupedUsageResource, usageResource } from './resource.ts';

export const creditsArea = area({
  tag: { name: 'Credits', group: 'Account', description: 'The credit balance and how it was spent.' },
  routes: [
    route({
      method: 'GET',
      path: '/app/usage-data',
      operationId: 'getUsage',
      summary: 'Read the credit balance and usage',
      operation: getUsage,
      body: one(usageResource),
      tool: {
        name: 'get_usage',
        title: 'Read credits and usage',
        description:
          'Reads the credit balance, credits held for running work or owed after a refund, and usage by capability and day.',
      },
    }),

    route({
      method: 'PATCH',
      path: '/app/credit-warning',
      operationId: 'updateCreditWarning',
      summary: 'Set the balance that triggers a warning',
      extension: true,
      operation: setCreditWarning,
      body: one(creditWarningResource),
    }),

    route({
      method: 'GET',
      path: '/app/usage',
      operationId: 'getUsageBy',
      summary: 'Read daily requests and credits by key, person, program or capability',
      description: 'At most 92 days; defaults to the last 30.',
      extension: true,
      operation: getUsageBy,
      body: one(groupedUsageResource),
    }),

    route({
      method: 'POST',
      path: '/3pi-partners/{partner_id}/credits',
      operationId: 'addCredits',
      summary: 'Grant credits to a partner, or take back available ones',
      extension: true,
      operation: addCredits,
      status: 201,
      body: one(creditEntryResource),
      errors: ['CONFLICT'],
    }),
  ],
});
