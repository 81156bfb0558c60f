import { listAiCalls } from '../../domain/ai-calls/operations/list-calls.ts';
import { type Route, route } from '../route.ts';
import { aiCallPage } from './resource.ts';

/** What the AI was asked for a partner, for administrators. */
export const aiCallRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/3pi-partners/{partner_id}/ai-calls',
    summary: 'List what the AI was asked, with tokens and price, newest first',
    extension: true,
    operation: listAiCalls,
    body: aiCallPage,
  }),
];
