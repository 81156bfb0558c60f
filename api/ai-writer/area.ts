import type { Area } from '../area.ts';
import {
  addFavoriteRoute,
  generateOutputRoute,
  generateRoute,
  generateTextRoute,
  getTemplateRoute,
  historyRoute,
  listFavoritesRoute,
  listTemplatesRoute,
  removeFavoriteRoute,
  saveRoute,
} from './routes.ts';
import { aiWriterTools } from './tools.ts';

/** Texts from templates, written while they are read. */
export const aiWriterArea: Area = {
  tag: { name: 'AI writer', group: 'Content', description: 'Texts from templates, written while they are read.' },
  routes: [
    listTemplatesRoute,
    getTemplateRoute,
    generateRoute,
    generateOutputRoute,
    generateTextRoute,
    saveRoute,
    historyRoute,
    listFavoritesRoute,
    addFavoriteRoute,
    removeFavoriteRoute,
  ],
  tools: aiWriterTools,
};
