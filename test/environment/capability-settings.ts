import { createCaseStudy } from './case-studies.ts';
import { CASE_STUDY } from './case-study-body.ts';
import type { Partner } from './partners.ts';

const TEXT =
  'Our product finds machines that nobody uses. Teams get a list every Monday, decide what may go, and see what they ' +
  'saved by Friday. It works with the three large clouds and needs only read access. Setting it up takes an hour.';

/** Long enough that results of the usual length can be made from it. */
const LONG_TEXT = ['machines', 'databases', 'disks', 'addresses', 'clusters', 'queues', 'backups', 'keys']
  .flatMap((thing) => [TEXT.replaceAll('machines', thing), TEXT.replaceAll('machines', `old ${thing}`)])
  .join('\n\n');

/** A sensible value for each setting that some capability requires. */
const SETTINGS: Record<string, unknown> = {
  ...CASE_STUDY,
  topic: 'Finding machines that nobody uses',
  topics: 'A new report\nA customer event in May',
  product_name: 'Idle Finder',
  product: 'Idle Finder, a tool that finds machines that nobody uses',
  features: 'Weekly lists, owners by team, savings report',
  offer: 'A free trial of Idle Finder for two weeks',
  announcement: 'Idle Finder now covers databases as well as machines',
  content: LONG_TEXT,
  target_language: 'de',
  page_topic: 'How teams find idle machines',
  subject: TEXT,
  prompt: 'A short text that invites operations teams to a workshop',
  query: 'How can I limit what an API key may spend?',
  field: 'outcomes',
  use_case: 'We want to tell our customers about a new feature',
  agent_description: 'A writer for blog posts that may use every generation capability',
  message: 'Please introduce yourself',
  competitors: 'Two tools that list all machines but not their owners',
  audience: 'Platform engineers',
};

/** The required fields of the writer depend on the template. */
const WRITER_SETTINGS = { post_type: 'blog_section', description: 'Why audit trails matter' };

/** Settings with which a partner can execute a capability, by those that it requires. */
export async function settingsFor(
  partner: Partner,
  slug: string,
  required: readonly string[],
): Promise<Record<string, unknown>> {
  if (slug === 'ai_writer') return WRITER_SETTINGS;
  const values = { ...SETTINGS, case_study_id: (await createCaseStudy(partner)).id };
  return Object.fromEntries(Object.entries(values).filter(([name]) => required.includes(name)));
}
