import type { ItemTemplate } from './work.ts';

/** Questions of buyers with a direct answer each. */
export const questionItems: readonly ItemTemplate[] = [
  {
    title: 'What should {audience} decide first?',
    lead: 'Decide which problem {topic} should solve and who will judge the result.',
  },
  { title: 'Who is it for?', lead: 'It is meant for {audience} who want a clear route into {topic}.' },
  { title: 'How do we get started?', lead: 'Start with one process, a small group and a date for the first review.' },
  {
    title: 'How long does the setup take?',
    lead: 'That depends on the systems involved; a small pilot can be planned for the coming weeks.',
  },
  {
    title: 'Does it fit the tools we already use?',
    lead: 'List the systems that have to be connected and check them one by one before the trial begins.',
  },
  {
    title: 'Who should own {topic}?',
    lead: 'One named person who has the time for it and who may decide when views differ.',
  },
  {
    title: 'How is it purchased?',
    lead: 'Purchasing through the cloud marketplace keeps billing and terms in a place that finance knows.',
  },
  {
    title: 'How can progress be measured?',
    lead: 'Choose two or three signals before the work begins, such as the time from request to result.',
  },
  {
    title: 'What support is available?',
    lead: 'The documentation answers the usual questions, and the team behind {offer} helps with the rest.',
  },
  {
    title: 'What are common mistakes?',
    lead: 'Starting with the hardest case and skipping the first review are the two that cost the most time.',
  },
  { title: 'Can it grow with us?', lead: 'Begin small and extend it team by team, once the first result is stable.' },
  {
    title: 'What does it cost to run?',
    lead: 'Look at fees, setup and the time of your own team together, and see how they change with usage.',
  },
];

/** Questions as they are typed into a search box, with the intent behind each. */
export const searchQuestions: readonly ItemTemplate[] = [
  {
    title: 'How to get started with {topic}?',
    lead: 'The reader wants a first step that fits into an ordinary month.',
  },
  {
    title: 'What does {topic} cost?',
    lead: 'The reader compares budgets and looks for the parts that are easy to overlook.',
  },
  {
    title: 'Which tools help with {topic}?',
    lead: 'The reader is building a short list and needs criteria rather than names.',
  },
  {
    title: 'How long does {topic} take?',
    lead: 'The reader has a date in mind and wants to know whether it is realistic.',
  },
  { title: 'Who should be responsible for {topic}?', lead: 'The reader is about to set up a team or a project.' },
  {
    title: 'What are common mistakes with {topic}?',
    lead: 'The reader has heard of failed attempts and wants to avoid them.',
  },
  { title: 'How to measure {topic}?', lead: 'The reader has to report results and looks for simple signals.' },
  {
    title: 'What is a good example of {topic}?',
    lead: 'The reader understands the idea and wants to see it in practice.',
  },
  { title: 'How to explain {topic} to management?', lead: 'The reader needs a short case for a decision maker.' },
  { title: 'What to ask a vendor about {topic}?', lead: 'The reader is preparing a meeting and collects questions.' },
  { title: 'When does {topic} make sense?', lead: 'The reader wants to know whether this is the right moment.' },
  {
    title: 'How to plan the first month of {topic}?',
    lead: 'The reader has a decision behind them and needs a calendar.',
  },
];

/** Workflows that a use case can be put together from. */
export const workflowItems: readonly ItemTemplate[] = [
  {
    title: 'Blog post with social posts',
    lead: 'It explains {topic} once in depth and carries the main points to further channels.',
  },
  { title: 'Email campaign', lead: 'A short sequence leads {audience} from interest in {topic} to one clear action.' },
  {
    title: 'Launch with calendar',
    lead: 'Dates, texts and a final review keep everyone who works on {topic} in step.',
  },
  { title: 'Customer story', lead: 'One real example makes {topic} easier to picture than any general description.' },
  { title: 'Search content sprint', lead: 'An article and a page of answers cover what buyers look up about {topic}.' },
  { title: 'Listing review', lead: 'An analysis of the listing shows what to improve before more readers arrive.' },
  {
    title: 'Translation of the main texts',
    lead: 'The same message about {topic} reaches readers in a further language.',
  },
];

/** Search terms with the intent behind each. */
export const termItems: readonly ItemTemplate[] = [
  { title: '{topic}', lead: 'Broad interest: the reader wants an overview before going deeper.' },
  { title: '{topic} guide', lead: 'Learning: the reader is ready to spend time on a longer text.' },
  { title: '{topic} checklist', lead: 'Doing: the reader has started and wants to forget nothing.' },
  { title: '{topic} tools', lead: 'Comparing: the reader is building a short list.' },
  { title: '{topic} pricing', lead: 'Buying: the reader needs a figure for a budget.' },
  { title: '{topic} examples', lead: 'Learning: the reader looks for practice rather than theory.' },
  { title: '{topic} on cloud marketplaces', lead: 'Buying: the reader knows how the purchase should be made.' },
  { title: '{topic} for {audience}', lead: 'Comparing: the reader wants to know whether it fits the own situation.' },
];

/** Groups of search terms by what their users want. */
export const intentItems: readonly ItemTemplate[] = [
  {
    title: 'Learning',
    lead: 'Terms such as "{topic} guide" come from readers who want an overview.',
    action: 'Answer them with an article that explains the decisions in order.',
  },
  {
    title: 'Comparing',
    lead: 'Terms such as "{topic} tools" come from readers who are building a short list.',
    action: 'Offer criteria and a short list of questions for vendors.',
  },
  {
    title: 'Buying',
    lead: 'Terms such as "{topic} pricing" come from readers who have a budget in mind.',
    action: 'Use them in the listing, close to pricing and requirements.',
  },
  {
    title: 'Doing',
    lead: 'Terms such as "{topic} checklist" come from readers who have already started.',
    action: 'Give them a page that can be printed and ticked off.',
  },
];
