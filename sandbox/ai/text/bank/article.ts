/** A part of an article: headings to choose from and sentences in no fixed order; `opening` ones come first. */
export interface ArticlePart {
  headings: readonly [string, ...string[]];
  opening: readonly [string, ...string[]];
  sentences: readonly string[];
}

/** How an article begins, before its first heading. */
export const introduction: readonly string[] = [
  'A clear approach to {topic} gives {audience} something to agree on before money and time are spent.',
  'Most conversations about {topic} begin with a tool, although the better place to begin is the problem behind it.',
  'This article looks at {topic} from the point of view of {audience}, who have to make it work on an ordinary working day.',
  'It sets out what to decide first, what can wait, and how to tell whether the effort is paying off.',
  'None of it requires a large program: a named owner, a short list of goals and a few weeks of attention are enough to begin.',
  'The ideas below come in the order in which most projects need them, so they can be read straight through or used as a checklist.',
  'With {product} in the picture, much of the routine work can move out of spreadsheets and into one place.',
  '{Company} works with {audience} on exactly this kind of question, and a few patterns come back again and again.',
];

/** Parts of an article in reading order; a short one takes only some of them. */
export const articleParts: readonly ArticlePart[] = [
  {
    headings: ['Why now is a good time for {topic}', 'The case for {topic}', 'What is behind the interest in {topic}'],
    opening: [
      'Interest in {topic} tends to grow at the moment when small workarounds stop being small.',
      'Few teams set out to work on {topic}; they arrive there because something else has become slow or expensive.',
    ],
    sentences: [
      'Budgets are reviewed more often than they used to be, and every recurring cost has to explain itself.',
      'Buyers expect answers in days rather than quarters, which leaves little room for long internal debates.',
      'Moving early on {topic} can be less about speed than about learning while the stakes are still low.',
      'For {audience}, the cost of waiting usually shows up as rework, handovers and decisions that are made twice.',
      'Cloud marketplaces have also made it easier to try a solution under existing terms, so the first step is smaller than it was.',
      'A modest start creates evidence, and evidence is what turns a good intention into a budget line.',
    ],
  },
  {
    headings: ['Where the work usually slows down', 'The obstacles to expect', 'What tends to get in the way'],
    opening: [
      'The obstacles are rarely technical at first.',
      'Projects around {topic} seldom stall because of one large problem; they stall because of several small ones.',
    ],
    sentences: [
      'Goals are described in broad terms, so every team fills in the details differently.',
      'Information sits in several systems, and nobody is sure which copy is current.',
      'Responsibilities are shared so widely that a simple question has to travel through four inboxes.',
      'Manual steps survive because they once solved a real problem, even when that problem is gone.',
      'People who know the most about {topic} are often the people with the least time to write it down.',
      'New tools are added before old ones are retired, and {audience} end up maintaining both.',
      'Naming these points openly is useful, because each of them can be fixed without waiting for a larger change.',
    ],
  },
  {
    headings: ['What a good result looks like', 'A picture of the goal', 'What to aim for'],
    opening: [
      'It helps to describe the result before choosing the route.',
      'A good result for {topic} can be described in everyday language, without a single product name.',
    ],
    sentences: [
      'Everyone involved can find the current state in one place and trust what they see there.',
      'Routine decisions follow an agreed rule, and only the unusual cases need a meeting.',
      'New colleagues become productive quickly, because the way of working is written down and short.',
      'Costs are visible to the people who cause them, early enough to change course.',
      'Changes are small, reversible and easy to explain to someone outside the team.',
      'With {subject}, {audience} should be able to see what changed, why it changed and who agreed to it.',
    ],
  },
  {
    headings: ['A practical way to begin', 'First steps that hold up', 'How to approach it step by step'],
    opening: [
      'Begin with one process that matters and that people complain about.',
      'The first step toward {topic} should be small enough to finish and visible enough to matter.',
    ],
    sentences: [
      'Write down how that process works today, including the parts that nobody is proud of.',
      'Agree on one outcome that would make the effort worthwhile, and on the person who will judge it.',
      'Choose a pilot group that is curious rather than merely available.',
      'Set a date for the first review before the work begins, so that nobody has to ask for it later.',
      'Keep the old way running in parallel for a short time, then switch it off on purpose.',
      'Collect questions as they come up, because they are the raw material of good documentation.',
      'When the pilot works, repeat it with a second group before declaring a standard.',
    ],
  },
  {
    headings: ['Choosing a solution', 'What to ask a vendor', 'How to compare the options'],
    opening: [
      'A short list is easier to build when the questions are fixed before the demonstrations begin.',
      'Comparing options for {topic} goes faster when every vendor answers the same few questions.',
    ],
    sentences: [
      'Ask how the solution fits into the systems that are already in place, and who will maintain that connection.',
      'Ask what happens to your data when the contract ends.',
      'Look at how pricing behaves as usage grows, not only at the figure on the first page.',
      'A trial with real work says more than a polished presentation with sample data.',
      'Buying through a cloud marketplace can simplify procurement, because billing and terms follow a path that finance already knows.',
      'References from organizations of a similar size are more helpful than famous names.',
      'Documentation is a fair preview of support: if it is clear and current, the rest often is too.',
    ],
  },
  {
    headings: ['Who should own it', 'People and responsibilities', 'Making ownership clear'],
    opening: [
      'Tools do not own outcomes; people do.',
      'Someone has to be able to say yes, and everyone should know who that is.',
    ],
    sentences: [
      'Name one owner for {topic} and give that person enough time to do it properly.',
      'Involve security, finance and operations early, when their advice can still shape the plan.',
      'A short weekly check is usually enough, as long as decisions are written down.',
      'Training works better in small portions, close to the moment when the skill is needed.',
      'Give {audience} a simple way to report what does not work, and show what was done about it.',
      'Recognition matters as well: mention the people who removed an obstacle, not only those who launched something.',
    ],
  },
  {
    headings: ['How to tell whether it works', 'Measuring progress', 'Signals worth watching'],
    opening: [
      'Progress on {topic} can be measured with surprisingly little effort.',
      'Choose a few signals before the work begins and leave them alone for a while.',
    ],
    sentences: [
      'Time from request to result is a good first measure, because everyone understands it.',
      'Count how often work has to be repeated, and ask why each time.',
      'Ask the people affected what changed for them, in their own words.',
      'Compare like with like: the same team, the same kind of task, the same part of the year.',
      'A measure that nobody acts on can be dropped without regret.',
      'Share the results even when they are mixed, since honest numbers earn patience.',
    ],
  },
  {
    headings: ['Mistakes that are easy to avoid', 'What to leave out', 'Common traps'],
    opening: [
      'Some mistakes are so common that they can be planned around.',
      'Knowing the usual traps around {topic} saves time that would otherwise go into explaining them.',
    ],
    sentences: [
      'Starting with the hardest case makes everything that follows look impossible.',
      'Copying another organization without its context imports its compromises as well.',
      'Announcing a result before anyone has used it creates expectations that are hard to meet.',
      'Leaving the old process in place "just in case" means paying for both.',
      'Automating a confusing process makes the confusion faster.',
      'Skipping the review after the first month removes the one moment at which corrections are cheap.',
    ],
  },
  {
    headings: ['The first month in outline', 'A calendar for the first weeks', 'What the first weeks can look like'],
    opening: [
      'A simple calendar keeps the momentum without adding ceremony.',
      'The first month should leave room for ordinary work, because ordinary work will not wait.',
    ],
    sentences: [
      'In the first week, agree on the goal, the owner and the group that will take part.',
      'In the second week, set up {subject} with real data and a small number of users.',
      'In the third week, let the group work without interruptions and note where they hesitate.',
      'In the fourth week, review what happened, decide what to change and choose the next group.',
      'Keep every meeting short and end it with a decision, however small.',
      'By the end of the month, {audience} should know whether to continue, adjust or stop.',
    ],
  },
  {
    headings: ['Keeping it going', 'From project to habit', 'After the launch'],
    opening: [
      'The weeks after a launch decide whether a change becomes a habit.',
      'Lasting results with {topic} can come from attention that is modest but regular.',
    ],
    sentences: [
      'Put a quarterly review in the calendar and invite someone who was not part of the project.',
      'Retire reports and permissions that nobody uses any more.',
      'Update the documentation in the same week in which something changes.',
      'Let teams adapt the details while the principles stay the same.',
      'Watch for workarounds, since they show where the official way is too slow.',
      'Treat the next improvement as a small project of its own, with an owner and an end.',
    ],
  },
];

/** How an article ends, under a heading of its own. */
export const conclusion: ArticlePart = {
  headings: ['Next steps', 'Where to go from here', 'In closing'],
  opening: [
    'Good work on {topic} can start this month, with the people and the budget that are already there.',
    'The way into {topic} is shorter than it looks from outside.',
  ],
  sentences: [
    'Pick one process, name an owner and agree on what a good result would be.',
    'Everything after that is a series of small decisions, each easier than the one before.',
    'For {audience}, that is often the difference between a plan that is discussed and a plan that is used.',
    '{Company} can help with the first conversation and with the steps that follow.',
    'A short look at {product} on the marketplace is a simple way to see whether it fits.',
    'The sooner the first review takes place, the sooner the next step becomes obvious.',
  ],
};
