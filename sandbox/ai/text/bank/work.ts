/** Title and first sentence of one item. */
export interface ItemTemplate {
  title: string;
  lead: string;
  /** What to do about it. */
  action?: string | undefined;
}

/** What a review of the subject brings to light. */
export const findingItems: readonly ItemTemplate[] = [
  {
    title: 'The value is stated late',
    lead: 'Readers have to look for the benefit of {topic}; it should come in the first sentence.',
    action: 'State the benefit in the first sentence and keep the history for later.',
  },
  {
    title: 'The audience is not addressed',
    lead: 'Nothing tells {audience} that this is meant for them, so name their situation early.',
    action: 'Name {audience} in the opening paragraph, together with a situation they know.',
  },
  {
    title: 'Claims need support',
    lead: 'Several statements about {topic} would carry more weight with an example or a source.',
    action: 'Add an example or a source to each general claim, or leave the claim out.',
  },
  {
    title: 'The next step is unclear',
    lead: 'After reading, it is not obvious what to do; one clear invitation is enough.',
    action: 'Close with a single, specific invitation and repeat it nowhere else.',
  },
  {
    title: 'Terms vary from place to place',
    lead: 'The same thing goes by different names, which makes {topic} harder to find and to trust.',
    action: 'Choose one term for {topic} and use it in the title, the text and the images.',
  },
  {
    title: 'Key features are hard to scan',
    lead: 'Long paragraphs hide the points that buyers compare, so move them into a short list.',
    action: 'Move the key features into a list of three to five points.',
  },
  {
    title: 'Questions of buyers stay open',
    lead: 'Setup effort, requirements and support should be answered before a buyer has to ask.',
    action: 'Add a short section with requirements, setup and support.',
  },
  {
    title: 'Search phrases are underused',
    lead: 'The words that buyers use for {topic} should appear in the title and in the first paragraph.',
    action: 'Bring the primary phrase into the title and the first paragraph in a natural way.',
  },
  {
    title: 'Proof is out of sight',
    lead: 'A short customer example close to the top would make {topic} easier to picture.',
    action: 'Move one short customer example into the upper third of the page.',
  },
  {
    title: 'Visuals repeat the text',
    lead: 'An image should show the product at work rather than restate a headline.',
    action: 'Replace one image with a view of the product in daily use.',
  },
];

/** Ideas for content and campaigns. */
export const ideaItems: readonly ItemTemplate[] = [
  {
    title: 'A plain guide to {topic}',
    lead: 'Explain the decisions in the order in which {audience} meet them, with one example for each.',
  },
  {
    title: 'Questions to ask before you start',
    lead: 'Collect what buyers ask about {topic} and answer each question in a few sentences.',
  },
  { title: 'A day in practice', lead: 'Follow one person through an ordinary day and show where time is saved.' },
  {
    title: 'Before and after',
    lead: 'Set the old way and the new way of handling {topic} side by side, without exaggeration.',
  },
  {
    title: 'The checklist',
    lead: 'Turn the first month of {topic} into a single page that people can print and tick off.',
  },
  {
    title: 'A short customer conversation',
    lead: 'Ask a customer three questions about {topic} and publish the answers with little editing.',
  },
  {
    title: 'Myths and facts',
    lead: 'Take common assumptions about {topic} and put a calm, factual answer next to each.',
  },
  { title: 'A live working session', lead: 'Invite {audience} to bring one real case and work through it together.' },
  { title: 'The comparison', lead: 'Describe the ways to approach {topic} and say honestly when each of them fits.' },
  {
    title: 'A series of small tips',
    lead: 'Publish one practical tip about {topic} each week, each with one action to take.',
  },
  {
    title: 'The buyer guide',
    lead: 'Show finance and procurement how {offer} can be purchased through the marketplace.',
  },
  {
    title: 'Lessons from the team',
    lead: 'Let the people who work on {topic} every day say what they would do differently.',
  },
];

/** Notes taken while looking into a subject. */
export const noteItems: readonly ItemTemplate[] = [
  { title: 'Context', lead: 'The interest in {topic} comes from practical pressure: time, cost and clarity.' },
  { title: 'Audience', lead: 'The text is for {audience}, who want a clear next step more than a full theory.' },
  { title: 'Main message', lead: 'A small, well-owned start with {topic} is worth more than a large plan that waits.' },
  { title: 'Language', lead: 'Use the words that buyers use for {topic}, and explain every abbreviation once.' },
  { title: 'Objections', lead: 'Expect questions about effort, integration and ownership, and answer them early.' },
  { title: 'Evidence', lead: 'Rely on what the inputs state about {topic}; leave out figures that have no source.' },
  { title: 'Structure', lead: 'Lead with the benefit, then the way it works, then the first step.' },
  { title: 'Tone', lead: 'Keep sentences short and claims modest, so that {audience} can repeat them.' },
  { title: 'Next step', lead: 'Close with one invitation that leads to the marketplace listing.' },
  { title: 'Open question', lead: 'It should be settled who answers follow-up questions about {topic} and by when.' },
];

/** The parts of a plan or schedule, in order. */
export const planItems: readonly ItemTemplate[] = [
  {
    title: 'Agree on goal and owner',
    lead: 'Write down what {topic} should achieve and who decides when views differ.',
  },
  {
    title: 'Collect what exists',
    lead: 'Bring together texts, numbers and earlier work on {topic}, and note what is missing.',
  },
  {
    title: 'Shape the message',
    lead: 'Put the main point for {audience} into two sentences and test it on a colleague.',
  },
  {
    title: 'Prepare the material',
    lead: 'Draft the pieces that are needed for {topic}, starting with the one that others depend on.',
  },
  { title: 'Review with the team', lead: 'Let product, sales and legal comment once, with a clear deadline.' },
  {
    title: 'Publish the first piece',
    lead: 'Go live in one channel and check that every link and claim holds.',
  },
  {
    title: 'Share it with partners',
    lead: 'Give partners a short summary of {topic} that they can pass on in their own words.',
  },
  {
    title: 'Listen and answer',
    lead: 'Collect questions from {audience} and add the answers where readers would look for them.',
  },
  { title: 'Look at the results', lead: 'Compare the response with the goal and write down what should change.' },
  { title: 'Plan the next round', lead: 'Carry what worked for {topic} into the next cycle and retire what did not.' },
];

/** The parts of an outline, in order. */
export const outlineItems: readonly ItemTemplate[] = [
  {
    title: 'Why {audience} should care about {topic}',
    lead: 'Open with a situation that readers know and name the cost of leaving it as it is.',
  },
  {
    title: 'What usually gets in the way',
    lead: 'List the obstacles around {topic} that come from habits rather than technology.',
  },
  {
    title: 'What a good result looks like',
    lead: 'Describe the goal in everyday language before any product is mentioned.',
  },
  {
    title: 'How to take the first step',
    lead: 'Walk through a small start with {topic} that fits into an ordinary month.',
  },
  { title: 'How the offer helps', lead: 'Connect the features to the obstacles, one by one and without exaggeration.' },
  { title: 'What to ask before buying', lead: 'Offer a short list of questions for vendors and for your own team.' },
  {
    title: 'How to measure progress',
    lead: 'Suggest a few signals that show whether {topic} is moving in the right direction.',
  },
  { title: 'Next steps', lead: 'Close with one invitation and a place to learn more.' },
];

/** A customer story, in order. */
export const caseStudyItems: readonly ItemTemplate[] = [
  {
    title: 'Background',
    lead: '{Customer} had reached the point at which {topic} needed more than good will and spreadsheets.',
  },
  {
    title: 'The challenge',
    lead: 'The work was spread over several teams, and the current state of {topic} was hard to see.',
  },
  {
    title: 'The approach',
    lead: 'Together with {partner}, the team chose a small scope, named an owner and agreed on what success would look like.',
  },
  {
    title: 'The solution',
    lead: '{Subject} was introduced step by step, alongside the systems that were already in place.',
  },
  {
    title: 'The outcome',
    lead: 'Today, decisions around {topic} follow a shared picture, and routine questions no longer need a meeting.',
  },
  { title: 'What comes next', lead: '{Customer} plans to extend the same way of working to further teams.' },
];

/** More about an item of any list. */
export const itemSentences: readonly string[] = [
  'Keep the scope small enough to finish within a few weeks.',
  'Name one person who is responsible for it.',
  'A concrete example will make the point clearer than a definition.',
  'Check the wording with someone from {audience} before it is published.',
  'Tie it back to {topic}, so that the connection is easy to see.',
  'Short sentences and familiar words are enough.',
  'It can be prepared with material that already exists.',
  'Agree in advance how the result will be judged.',
  'Leave room for a second version after the first reactions.',
  'Link to the offer where readers would look for the next step.',
  'Collect reactions and write them down while they are fresh.',
  'If time is short, this part can be done in a single working session.',
];

/** A direct answer to a question. */
export const answerSentences: readonly string[] = [
  'In short, a clear goal, a named owner and a small first step are the safe way into {topic}.',
  'The details depend on your setup, so it is worth checking a real case before deciding anything.',
  'Most teams begin with one process and extend it once the result is stable.',
  'For {audience}, the practical question is usually which part to tackle first.',
  'A good next step is to write down the current state and compare it with the result you need.',
  'If several teams are involved, agree early on who decides and where decisions are recorded.',
  'The marketplace listing and the product documentation describe requirements and limits in more detail.',
  'Review the outcome after a few weeks and adjust the plan for {topic} where it did not hold.',
];

/** More for each part of a customer story; only what can be said of any careful project. */
export const caseStudySentences: Readonly<Record<string, readonly string[]>> = {
  Background: [
    'The team had grown over time, and so had the number of tools and lists around it.',
    'The daily work left little room to step back and look at the whole picture.',
    'What had worked for a small group became hard to follow for a larger one.',
    'The wish for change came from the people who did the work every day.',
  ],
  'The challenge': [
    'Questions that should have been simple took several people and several messages.',
    'Any change had to be made without interrupting the daily business.',
    'The team wanted a way forward that could be explained to colleagues outside the project.',
    'It was clear that another manual step would move the problem rather than solve it.',
  ],
  'The approach': [
    'Open questions were collected in one list and answered week by week.',
    'Everyone affected saw the plan early and could comment on it.',
    'The first review was put into the calendar before the work began.',
    'Scope was decided by a simple rule: what helps the daily work comes first.',
  ],
  'The solution': [
    'A small group used it first, and their questions shaped the documentation.',
    'The old way stayed available for a short time and was then switched off on purpose.',
    'Responsibilities were written down next to the settings they concern.',
    'Training came in short sessions, close to the moment at which it was needed.',
  ],
  'The outcome': [
    'People describe the change in their own words: fewer interruptions and fewer doubts about what is current.',
    'New colleagues find their way with the documentation and a short introduction.',
    'The team can explain what was changed, why and by whom.',
    'Time that used to go into coordination is now available for the work itself.',
  ],
  'What comes next': [
    'The next review will decide which part of the business follows.',
    'Lessons from the first project have become a short checklist for the others.',
    '{Customer} and {partner} continue to meet regularly to look at results and open questions.',
    'The documentation is kept up to date as part of the normal work.',
  ],
};
