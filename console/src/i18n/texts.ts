import type { translations as confirmButton } from '../components/confirm-button.tsx';
import type {
  brandVoiceTranslations as brandVoiceSelect,
  knowledgeBaseTranslations as knowledgeBaseSelect,
} from '../components/record-select.tsx';
import type { translations as savedFilters } from '../components/saved-filters-translations.ts';
import type { translations as versionConflict } from '../components/version-conflict-translations.ts';
import type { NavigationText } from '../navigation.ts';
import type { translations as finder } from '../shell/finder/translations.ts';
import type { translations as help } from '../shell/help/translations.ts';
import type { translations as shell } from '../shell/translations.ts';
import type { translations as agents } from '../views/agents/translations.ts';
import type { translations as auditLog } from '../views/audit-log/translations.ts';
import type { translations as board } from '../views/board/translations.ts';
import type { translations as brandVoices } from '../views/brand-voices/translations.ts';
import type { translations as calendar } from '../views/calendar/translations.ts';
import type { translations as capabilityExample } from '../views/capabilities/example-translations.ts';
import type { translations as capabilities } from '../views/capabilities/translations.ts';
import type { translations as caseStudies } from '../views/case-studies/translations.ts';
import type { translations as changelog } from '../views/changelog/translations.ts';
import type { translations as connectedApplications } from '../views/connected-applications/translations.ts';
import type { translations as contentList } from '../views/content-items/list-translations.ts';
import type { translations as contentItems } from '../views/content-items/translations.ts';
import type { translations as credits } from '../views/credits/translations.ts';
import type { translations as executions } from '../views/executions/translations.ts';
import type { translations as guardrails } from '../views/guardrails/translations.ts';
import type { translations as billingIdentity } from '../views/invoices/identity-translations.ts';
import type { translations as invoices } from '../views/invoices/translations.ts';
import type { translations as keys } from '../views/keys/translations.ts';
import type { translations as knowledgeQuestions } from '../views/knowledge/ask-translations.ts';
import type { translations as knowledgeDocuments } from '../views/knowledge/document-translations.ts';
import type { translations as knowledgeEvaluations } from '../views/knowledge/evaluations/translations.ts';
import type { translations as knowledge } from '../views/knowledge/translations.ts';
import type { translations as listings } from '../views/listings/translations.ts';
import type { translations as notifications } from '../views/notifications/translations.ts';
import type { translations as firstSteps } from '../views/overview/first-steps-translations.ts';
import type { translations as overview } from '../views/overview/translations.ts';
import type { translations as people } from '../views/people/translations.ts';
import type { translations as profile } from '../views/profile/translations.ts';
import type { translations as security } from '../views/security/translations.ts';
import type { translations as templates } from '../views/templates/translations.ts';
import type { translations as triggers } from '../views/triggers/translations.ts';
import type { translations as usage } from '../views/usage/translations.ts';
import type { translations as webhooks } from '../views/webhooks/translations.ts';
import type { translations as writer } from '../views/writer/translations.ts';
import type { TextArea } from './translations.ts';

/** An area without its texts does not compile. */
type Complete<Areas extends Record<TextArea, { de: object }>> = {
  [Area in TextArea]: Areas[Area]['de'];
};

/** All texts of a further language: those of each area, and the labels of the navigation by their English words. */
export type Texts = Complete<{
  agents: typeof agents;
  auditLog: typeof auditLog;
  billingIdentity: typeof billingIdentity;
  board: typeof board;
  brandVoiceSelect: typeof brandVoiceSelect;
  brandVoices: typeof brandVoices;
  calendar: typeof calendar;
  capabilities: typeof capabilities;
  capabilityExample: typeof capabilityExample;
  caseStudies: typeof caseStudies;
  changelog: typeof changelog;
  confirmButton: typeof confirmButton;
  connectedApplications: typeof connectedApplications;
  contentItems: typeof contentItems;
  contentList: typeof contentList;
  credits: typeof credits;
  executions: typeof executions;
  finder: typeof finder;
  firstSteps: typeof firstSteps;
  guardrails: typeof guardrails;
  help: typeof help;
  invoices: typeof invoices;
  keys: typeof keys;
  knowledge: typeof knowledge;
  knowledgeDocuments: typeof knowledgeDocuments;
  knowledgeEvaluations: typeof knowledgeEvaluations;
  knowledgeQuestions: typeof knowledgeQuestions;
  knowledgeBaseSelect: typeof knowledgeBaseSelect;
  listings: typeof listings;
  notifications: typeof notifications;
  overview: typeof overview;
  people: typeof people;
  profile: typeof profile;
  savedFilters: typeof savedFilters;
  versionConflict: typeof versionConflict;
  security: typeof security;
  shell: typeof shell;
  templates: typeof templates;
  triggers: typeof triggers;
  usage: typeof usage;
  webhooks: typeof webhooks;
  writer: typeof writer;
}> & { navigation: Readonly<Record<NavigationText, string>> };
