import { createPartner } from '../../domain/partners/operations/create.ts';
import { getPartner } from '../../domain/partners/operations/get.ts';
import { listPartners } from '../../domain/partners/operations/list.ts';
import { updatePartner } from '../../domain/partners/operations/update.ts';
import type { Partner } from '../../domain/partners/store.ts';
import { listOf } from '../presenters.ts';
import { dataSchema, listSchema } from '../response-schemas.ts';
import { type Route, route } from '../route.ts';
import { partnerSchema, presentPartner } from './presenter.ts';

const response = dataSchema(partnerSchema);
const present = (partner: Partner) => ({ data: presentPartner(partner) });

/** Partners, for administrators. */
export const partnerRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/3pi-partners',
    summary: 'List partners, newest first',
    operation: listPartners,
    present: (page) => listOf(page, presentPartner),
    response: listSchema(partnerSchema),
  }),
  route({
    method: 'POST',
    path: '/3pi-partners',
    summary: 'Make a partner',
    extension: true,
    operation: createPartner,
    status: 201,
    present,
    response,
  }),
  route({
    method: 'GET',
    path: '/3pi-partners/{partner_id}',
    summary: 'Read a partner',
    extension: true,
    operation: getPartner,
    present,
    response,
  }),
  route({
    method: 'PATCH',
    path: '/3pi-partners/{partner_id}',
    summary: 'Change a partner',
    extension: true,
    operation: updatePartner,
    present,
    response,
  }),
];
