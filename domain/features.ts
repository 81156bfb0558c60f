import { agentAuditFeature } from './agent-audit/capability.ts';
import { writerFeature } from './ai-writer/capability.ts';
import { brandVoiceFeature } from './brand-voices/capability.ts';
import { generalFeature } from './capabilities/capability.ts';
import { capabilitiesOf, type Feature } from './capabilities/feature.ts';
import { caseStudyFeature } from './case-studies/capability.ts';
import { commentFeature } from './content-comments/capability.ts';
import { imageFeature } from './content-images/capability.ts';
import { suggestionFeature } from './content-suggestions/capability.ts';
import { dryRunSessionFeature } from './dry-run/capability.ts';
import { executionFeature } from './executions/target.ts';
import { scheduleFeature } from './gtm-schedule/capability.ts';
import { knowledgeFeature } from './knowledge-bases/capability.ts';
import { seoFeature } from './seo/capability.ts';
import { templateFeature } from './workflow-templates/capability.ts';
import { triggerFeature } from './workflow-triggers/capability.ts';

/**
 * What each area adds to the catalogue and to executions. The order matters where records of a context are read (the
 * later entry wins) and where records are made when an execution settles.
 */
const FEATURES: readonly Feature[] = [
  generalFeature,
  brandVoiceFeature,
  knowledgeFeature,
  writerFeature,
  caseStudyFeature,
  scheduleFeature,
  templateFeature,
  seoFeature,
  agentAuditFeature,
  dryRunSessionFeature,
  executionFeature,
  triggerFeature,
  commentFeature,
  imageFeature,
  suggestionFeature,
];

/** All areas' features combined; composition roots pass it to the domain. */
export const capabilities = capabilitiesOf(FEATURES);
