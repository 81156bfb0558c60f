/** About a short noun phrase. */
export const nounPointSentences: readonly string[] = [
  'With {point}, {audience} can spend less time on coordination and more on the work itself.',
  'One practical gain is {point}, which people tend to notice in the first weeks.',
  'Think of {point} as a foundation: it is rarely visible, yet everything else rests on it.',
  'Good decisions about {topic} often depend on {point} being in place early.',
  'Teams that plan for {point} from the beginning usually have fewer surprises later.',
  'It pays to put {point} on the first agenda.',
  'Without {point}, even a careful plan for {topic} can lose its footing.',
  'It is worth asking how {point} will be handled before any contract is signed.',
  'In day-to-day work, {point} can make the difference between a tool that is bought and a tool that is used.',
  'A small test is the quickest way to see what {point} would mean for your own team.',
  'Many {topic} projects treat {point} as an afterthought, although it is cheap to include from the start.',
  'When colleagues ask what has changed, {point} is an answer that everyone understands.',
  'Give {point} an owner and a date, and it stops being a wish.',
  'Where {subject} meets existing systems, {point} can keep the transition calm.',
  'Finance and operations often agree on little else, but both can see the value of {point}.',
  'Over time, attention to {point} can turn a one-off success into a routine.',
];

/** About a benefit that is stated as a verb phrase: "reduce manual work". */
export const verbPointSentences: readonly string[] = [
  'The right approach can help {audience} {point}.',
  'The aim is to {point} without adding another layer of administration.',
  'Being able to {point} is one of the reasons to look at {topic} in the first place.',
  'Start with the area in which it is easiest to {point}, and let the result speak for itself.',
  'When teams {point}, the conversation moves from effort to outcomes.',
  'Everyday users will judge {subject} by whether they can {point}.',
];

/** What to talk about when no key points were given. */
export const generalPoints: readonly string[] = [
  'clear ownership',
  'a shared view of costs',
  'faster onboarding',
  'simple integration with existing tools',
  'repeatable processes',
  'access rules that are easy to review',
  'fewer manual handovers',
  'reliable reporting',
  'predictable billing',
  'good documentation',
  'early feedback from users',
  'a realistic timeline',
  'straightforward procurement',
  'consistent naming',
  'regular reviews',
  'a tested way back',
  'support that answers in plain language',
  'automation of routine checks',
  'visible priorities',
  'room to grow in small steps',
];

/** Brings in a keyword that the text lacks. */
export const keywordSentences: readonly string[] = [
  'Teams that compare their options often begin with {keyword}.',
  'Questions about {keyword} tend to come up early, so it is worth having a plain answer ready.',
  'Where {keyword} is part of the picture, agree on terms and responsibilities first.',
  'The same care applies to {keyword}, which shares many of the same decisions.',
  'It also helps to look at {keyword} and {topic} together rather than one after the other.',
  'For a first overview, {keyword} is a useful phrase to search for on the marketplace.',
];

/** Short sentences by their number of words, to reach a length exactly. */
export const shortSentences: Readonly<Record<number, readonly [string, ...string[]]>> = {
  2: ['Start small.', 'Stay practical.', 'Plan ahead.', 'Keep learning.', 'Ask questions.', 'Share results.'],
  3: ['Keep it simple.', 'Agree on ownership.', 'Share what works.', 'Review progress often.', 'Write decisions down.'],
  4: ['Small steps add up.', 'Clear scope saves time.', 'Good habits start early.', 'Ask for honest feedback.'],
  5: ['Review the plan every month.', 'Let results guide the budget.', 'Decide early and adjust calmly.'],
  6: ['Keep the first goal within reach.', 'Put one person in the lead.', 'Let the pilot answer open questions.'],
  7: [
    'A short pilot answers most open questions.',
    'Good notes make the next review easier.',
    'Simple rules are easier to keep alive.',
  ],
};
