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
  plain: [
    'See how {product} could work for your team',
    'Take a closer look at {product} this week',
    'Ask us where to begin with {topic}',
    'Pick one part of {topic} and plan the first step this week',
  ],
  friendly: [
    'Come and have a look at {product}',
    'Tell us what you would like to try first with {product}',
    'Tell us where you are with {topic}, and we will compare notes',
  ],
  bold: [
    'Make {product} your next step',
    'Put {product} to work on a real problem',
    'Give {topic} an owner and a date today',
  ],
  witty: [
    'Give {product} a try and give the spreadsheet a rest',
    'Meet {product} and get an hour back',
    'Give {topic} an owner and give the spreadsheet a rest',
  ],
} as const;

/** The body of an email. */
export const emailSentences: readonly string[] = [
  'I am writing because many {audience} are looking for a simpler way to handle the daily routine, and a short exchange often saves a long search.',
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
  'With {product}, the first result can be visible to the whole team.',
  'A good question to begin with: what would {topic} change for your team?',
  'Work on {topic} gets easier once everyone sees the same picture.',
  'What would you fix first?',
  'Good tools stay out of the way and let people do their work.',
  'A short trial tells you more than a long presentation.',
  'Less searching, fewer handovers, more time for customers.',
];

/** First lines when the product itself is the topic. */
export const productHooks: readonly string[] = [
  'With {product}, {audience} get {points} in one place.',
  '{Product} was made for {audience} who want to spend less time on routine work.',
  'There is now a simpler way to handle the routine work, and it is called {product}.',
];

/** What a feature does for its user. */
export const featureSentences: readonly string[] = [
  'It is ready to use after a short setup and explained where it is needed.',
  'Everyday tasks take fewer steps, and the result is easy to check.',
  'People see what is going on without having to ask.',
  'It can be switched on for one team first and for others later.',
  'The settings stay understandable, even when months pass between two changes.',
  'It takes routine work off the list and leaves the decisions to people.',
  'Teams keep working with the tools they know.',
  'It gives {audience} a clear picture before anything is changed.',
];

/** The body of a product description. */
export const productSentences: readonly string[] = [
  '{Offer} gives {audience} one place for everyday work, from the first request to the finished result.',
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

/** Lines of a few words. */
export const taglines: readonly string[] = [
  '{Offer}, made practical.',
  'A calm start for {offer}.',
  '{Offer} without the detours.',
  'Less searching, more {topic}.',
  'One clear step toward {topic}.',
  '{Offer} for {audience}.',
  'Good decisions about {topic} start here.',
  'A practical way into {topic} for {audience}.',
];

/** What a text is about, in a sentence. */
export const summaries: readonly string[] = [
  'A practical look at {topic} for {audience}, with a clear first step.',
  'What {audience} should decide first about {topic}, and what can wait.',
  'How {subject} can help {audience} to move from good intentions to a routine.',
  'The main questions around {topic}, answered in plain language.',
  'A calm route into {topic}: one goal, one owner, one review.',
  'Where work on {topic} slows down, and how to keep it moving.',
];

/** One item of a newsletter. */
export const newsSentences: readonly string[] = [
  'There is news about {topic}, and it concerns everyone who works with us.',
  'We have put the main facts about {topic} on one page, so that you can pass them on.',
  'If you have questions about {topic}, reply to this message and we will collect the answers.',
  'Over the coming weeks you will hear more about {topic} in short, practical notes.',
  'Have a look at {topic} when you find a quiet moment, and tell us what is missing.',
  'For {audience}, {topic} can mean one item less on the list of open questions.',
  'Details on {topic} are in the documentation, together with a short example.',
  'Thank you to everyone who commented on {topic}; your notes shaped the result.',
];
