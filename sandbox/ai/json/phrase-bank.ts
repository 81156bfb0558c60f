/** Titles of single items. */
export const headlines: readonly string[] = [
  'A clear start for {topic}',
  '{Topic} without detours',
  'What {audience} ask about {topic}',
  'The first month with {subject}',
  'From question to plan: {topic}',
  'A checklist for {topic}',
  'Small steps toward {topic}',
  '{Topic} explained in plain words',
  'Making room for {topic}',
  'A second look at {topic}',
];

export const descriptions: readonly string[] = [
  'Shows {audience} a simple way into {topic}.',
  'Connects {topic} with the daily work of {audience}.',
  'Puts the benefit of {subject} ahead of the technical detail.',
  'Explains {topic} with one concrete example.',
  'Answers the question that {audience} ask first about {topic}.',
  'Keeps the focus on one decision about {topic}.',
];

export const questions: readonly string[] = [
  'What should {audience} decide first about {topic}?',
  'How long does it usually take to get started with {topic}?',
  'Which systems need to be connected before {subject} can be used?',
  'Who should own {topic} in a growing organization?',
  'What does a good first project for {topic} look like?',
  'How can progress with {topic} be measured?',
  'What are the common mistakes with {topic}?',
  'How does buying through a cloud marketplace change the process?',
  'What should be ready before a trial of {subject} begins?',
  'How do other teams prepare colleagues for {topic}?',
  'Which costs of {topic} are easy to overlook?',
  'When is it too early to invest in {topic}?',
];

export const actions: readonly string[] = [
  'State the benefit of {topic} in the first sentence.',
  'Add one short customer example that shows {subject} in use.',
  'Move the key features into a list of three to five points.',
  'Name {audience} in the opening paragraph.',
  'Use the same term for {topic} throughout the text.',
  'Close with a single, specific invitation.',
  'Answer the setup question before a buyer has to ask it.',
  'Split long sentences so that each carries one thought.',
  'Bring the primary keyword into the title in a natural way.',
  'Replace general claims with something a reader can check.',
  'Link to the documentation at the place where details are needed.',
  'Agree on an owner for {topic} and set a date for the first review.',
];

export const reasons: readonly string[] = [
  'Readers decide within the first lines whether {topic} concerns them.',
  'It answers the question that {audience} are most likely to ask first.',
  'A concrete example is easier to remember than a general claim.',
  'It connects {topic} with a decision that has to be made anyway.',
  'The inputs mention it, so it can be said without any assumption.',
  'It keeps the message on one point instead of several.',
];

export const goals: readonly string[] = [
  'Help {audience} to take a first, well-chosen step with {topic}.',
  'Give {audience} a shared picture of {topic} before they compare options.',
  'Make the value of {subject} easy to explain to a colleague.',
  'Turn interest in {topic} into a conversation about a real case.',
  'Shorten the way from the first question to a decision about {topic}.',
];

export const evidence: readonly string[] = [
  'The inputs describe {topic} in general terms and give no example.',
  'The opening paragraph does not mention {audience}.',
  'The text names features but leaves the benefit to the reader.',
  'The closing paragraph offers no next step.',
  'The main term appears late and in more than one form.',
];

export const reviews: readonly string[] = [
  'The text covers {topic} clearly; a more concrete opening would make it stronger.',
  'The structure is easy to follow, and {audience} can find the main point without effort.',
  'The message fits {audience}; shorter sentences would help it along.',
  'The description of {subject} is factual; one example of daily use would bring it to life.',
];

/** What a finding can be about. */
export const aspects: readonly string[] = [
  'Title',
  'Opening',
  'Structure',
  'Audience',
  'Evidence',
  'Search terms',
  'Call to action',
];
