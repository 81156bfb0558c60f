import type { Area } from '../area.ts';
import {
  createBrandVoiceRoute,
  deleteBrandVoiceRoute,
  getBrandVoiceRoute,
  listBrandVoicesRoute,
  updateBrandVoiceRoute,
} from './routes.ts';
import { brandVoiceTools } from './tools.ts';

/** How the partner's brands speak, and about which products. */
export const brandVoicesArea: Area = {
  tag: {
    name: 'Brand voices',
    group: 'Content',
    description: "How the partner's brands speak, and about which products.",
  },
  routes: [
    listBrandVoicesRoute,
    createBrandVoiceRoute,
    getBrandVoiceRoute,
    updateBrandVoiceRoute,
    deleteBrandVoiceRoute,
  ],
  tools: brandVoiceTools,
};
