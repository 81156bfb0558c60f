import { createPartner } from '../../domain/partners/operations/create-partner.ts';
import { getPartner, listPartners } from '../../domain/partners/operations/reads.ts';
import { updatePartner } from '../../domain/partners/operations/update-partner.ts';
import { area } from '../area.ts';
import { one, page } from '../resource.ts';
import { route } from '../route.ts';
import { partnerResource } from './resource.ts';

export const partnersArea = area({
  tag: { name: 'Partners', group: 'Administration', description: 'Partners of this service, for administrators.' },
  routes: [
    route({
      method: 'GET',
      path: '/3pi-partners',
      summary: 'List partners, newest first',
      operation: listPartners,
      body: page(partnerResource),
    }),

    route({
      method: 'POST',
      path: '/3pi-partners',
      summary: 'Make a partner',
      extension: true,
      operation: createPartner,
      status: 201,
      body: one(partnerResource),
    }),

    route({
      method: 'GET',
      path: '/3pi-partners/{partner_id}',
      summary: 'Read a partner',
      extension: true,
      operation: getPartner,
      body: one(partnerResource),
    }),

    route({
      method: 'PATCH',
      path: '/3pi-partners/{partner_id}',
      summary: 'Change a partner',
      extension: true,
      operation: updatePartner,
      body: one(partnerResource),
    }),
  ],
});
