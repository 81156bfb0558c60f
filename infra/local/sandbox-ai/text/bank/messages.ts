/** First lines by tone. */
export const hooks = {
  plain: [
    'A good plan for {topic} starts with a clear question.',
    'Progress with {topic} can begin with one small decision.',
    'There is a calm, practical way to approach {topic}.',
  ],
  friendly: [
    'Let us talk about {topic} without the jargon.',
    'If {topic} keeps landing on your desk, you are in good company.',
    'Here is a friendly shortcut through the noise around {topic}.',
  ],
  bold: [
    'It is time to take {topic} off the someday list.',
    'Stop circling {topic} and start moving.',
    'Big plans are fine, but {topic} rewards those who begin.',
  ],
  witty: [
    'Nobody ever asked for more meetings about {topic}.',
    'Somewhere there is a spreadsheet about {topic} that knows too much.',
    'Coffee helps, but it will not sort out {topic} on its own.',
  ],
} as const;

/** What to do next, by tone, when no call to action was given. */
export const calls = {
  plain: ['See how {subject} could work for your team', 'Take a closer look at {subject} this week'],
  friendly: ['Come and have a look at {subject}', 'Tell us what you would like to try first with {subject}'],
  bold: ['Make {subject} your next step', 'Put {subject} to work on a real problem'],
  witty: ['Give {subject} a try and give the spreadsheet a rest', 'Meet {subject} and get an hour back'],
} as const;

/** The body of an email. */
export const emailSentences: readonly string[] = [
  'I am writing because {topic} is on the agenda of many {audience} at the moment, and a short exchange often saves a long search.',
  'You may already have a plan for {topic}, and in that case a second opinion can still be useful.',
  'We have put together a few practical points on {topic} that you can use whether or not you work with us.',
  'The idea is simple: fewer handovers, a clearer picture of the current state and decisions that are easier to explain.',
  'A first step does not need a project; half an hour and one real example are enough to see whether it fits.',
  'If you prefer to look around on your own, the marketplace listing describes scope, pricing and requirements.',
  'Everything runs through the purchasing process that your finance team already knows.',
  'Should the timing be wrong, a short reply is welcome as well, and we will come back to it later.',
  'With {product}, the setup can be tried in a separate environment before anything else changes.',
  'At {company}, we would rather answer one precise question than send a long presentation.',
];

/** The body of a social post. */
export const socialSentences: readonly string[] = [
  'Small steps, clear ownership and honest numbers go a long way.',
  'For {audience}, the question is less whether to start with {topic} and more where.',
  'Pick one process, give it an owner and see what changes in a month.',
  'Our tip: write down how the work is done today before changing anything.',
  'With {subject}, the first result can be visible to the whole team.',
  'What would you fix first?',
  'Good tools stay out of the way and let people do their work.',
  'A short trial tells you more than a long presentation.',
  'Less searching, fewer handovers, more time for customers.',
];

/** The body of a product description. */
export const productSentences: readonly string[] = [
  '{Subject} gives {audience} one place for the work around {topic}, from the first request to the finished result.',
  'It fits into the tools that teams already use, so people can keep their habits and lose the detours.',
  'Setup follows a short checklist, and every setting is explained where it is needed.',
  'Roles and permissions keep responsibilities clear as more colleagues join.',
  'Teams can begin with a single use case and add others when the first one works.',
  'Reports show progress in plain terms, which makes conversations with finance and management easier.',
  'Billing through the cloud marketplace keeps purchasing simple and terms familiar.',
  'Documentation and guided examples help new users to find their way in the first week.',
  'Changes are recorded, so it stays clear what was done, when and by whom.',
  '{Company} supports customers from the first configuration to everyday use.',
];
