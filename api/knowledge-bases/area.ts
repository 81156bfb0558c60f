import type { Area } from '../area.ts';
import {
  addDocumentRoute,
  createKnowledgeBaseRoute,
  deleteDocumentRoute,
  deleteKnowledgeBaseRoute,
  getDocumentRoute,
  getKnowledgeBaseRoute,
  listDocumentsRoute,
  listKnowledgeBasesRoute,
  searchKnowledgeBaseRoute,
  updateDocumentRoute,
  updateKnowledgeBaseRoute,
} from './routes.ts';
import { knowledgeBaseTools } from './tools.ts';

/** Documents of the partner that answers and texts draw on. */
export const knowledgeBasesArea: Area = {
  tag: {
    name: 'Knowledge bases',
    group: 'Content',
    description: 'Documents of the partner that answers and texts draw on.',
  },
  routes: [
    listKnowledgeBasesRoute,
    createKnowledgeBaseRoute,
    getKnowledgeBaseRoute,
    updateKnowledgeBaseRoute,
    deleteKnowledgeBaseRoute,
    searchKnowledgeBaseRoute,
    listDocumentsRoute,
    addDocumentRoute,
    getDocumentRoute,
    updateDocumentRoute,
    deleteDocumentRoute,
  ],
  tools: knowledgeBaseTools,
};
