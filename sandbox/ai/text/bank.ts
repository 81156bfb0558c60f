/** Title, first sentence and advice of one item of a list. */
export interface Entry {
  title: string;
  lead: string;
  action: string;
}

const lines = (text: string): string[] => text.trim().split('\n');
const entries = (text: string): Entry[] =>
  lines(text).map((line) => {
    const [title = '', lead = '', action = lead] = line.split(' | ');
    return { title, lead, action };
  });

/** What to talk about when no key points were given. */
export const POINTS =
  `clear ownership, a shared view of costs, faster onboarding, simple integration with existing tools, good documentation,
repeatable processes, access rules that are easy to check, fewer manual handovers, reliable reporting, predictable billing,
early feedback from users, a realistic timeline, straightforward procurement, consistent naming, regular check-ins,
a tested way back, support that answers in plain language, visible priorities, room to grow step by step`.split(/,\s/);

/** About a short phrase; with the points above these are some three hundred sentences. */
export const POINT_SENTENCES = lines(`
With {point}, {audience} can spend less time on coordination and more on the work itself.
One practical gain is {point}, which people tend to notice in the first weeks.
Think of {point} as a foundation: it is rarely visible, yet everything else rests on it.
Good decisions about {topic} often depend on {point} being in place early.
Teams that plan for {point} from the beginning usually have fewer surprises later.
It pays to put {point} on the first agenda.
Without {point}, even a careful plan for {topic} can lose its footing.
It is worth asking how {point} will be handled before any contract is signed.
In day-to-day work, {point} can make the difference between a tool that is bought and a tool that is used.
A short test is the quickest way to see what {point} would mean for your own team.
Many projects treat {point} as an afterthought, although it is cheap to include from the start.
When colleagues ask what has changed, {point} is an answer that everyone understands.
Give {point} an owner and a date, and it stops being a wish.
Where {product} meets existing systems, {point} can keep the transition calm.
Finance and operations often agree on little else, but both can see the value of {point}.`);
/** Beside a point of a list, whatever its form. */
export const LISTED_POINT_SENTENCES = lines(`
Agree early on what it means for {audience}.
It is easy to picture with one example from an ordinary day.
Ask who notices it first, and when.
Name an owner for it before the start.
Look at it again after the first four weeks.`);
/** Bring in keywords. */
export const KEYWORD_SENTENCES = lines(`
Teams that compare their options often begin with {keyword}.
Questions about {keyword} tend to come up early, so it is worth having a plain answer ready.
Where {keyword} is part of the picture, agree on terms and responsibilities first.`);
/** Reach a length exactly. */
export const SHORT_SENTENCES =
  `Start today. Stay practical. Plan ahead. Keep it simple. Agree on ownership. Write decisions down. Good steps add up.
Clear scope saves time. Let results guide the budget. Decide early and adjust calmly. Keep the first goal within reach.
Put one person in the lead. A short pilot answers most open questions.`.split(/(?<=\.)\s/);
/** How a text begins. */
export const HOOKS = lines(`
A clear approach to {topic} gives {audience} something to agree on before money and time are spent.
Most conversations about {topic} begin with a tool, although the better place to begin is the problem behind it.
For {audience}, the value of {topic} shows in an ordinary working day.
The first step with {topic} is easier than it looks once the goal is written down.`);
/** How it begins in a playful tone. */
export const WITTY_HOOKS = lines(`
Nobody ever asked for another meeting about {topic}, so here is the short version.
Coffee helps, but a plan for {topic} helps more.`);
/** How it ends, unless the inputs say. */
export const CALLS = ['Ask us where to begin with {topic}', 'Plan one part of {topic} this week'];
/** Descriptions of two lines. */
export const SUMMARIES = lines(`
What {audience} should know about {topic}, and where to begin.
A practical look at {topic}: what to decide first, what can wait, and who should be involved.
How {topic} fits into the daily work of {audience}, without a large program.`);

/** Titles by kind of text. */
export const TITLES: Record<string, string> = {
  blog_post: 'A practical guide to {topic}',
  email_draft: 'A short note on {topic}',
  social_post: '{topic}, made practical',
  product_description: '{product} for {audience}',
  case_study: 'How {customer} took the next step with {topic}',
  findings: 'What the analysis of {topic} shows',
  faq: 'Questions and answers: {topic}',
  text_content: '{topic} in plain words',
};

/**
 * Blocks of a text by its kind, at their shortest. `+`: sentences may be added to it. `?`: left out where there is no room,
 * the last one first. Slots in capitals are lists or depend on the inputs.
 */
export const LAYOUTS: Record<string, string[]> = {
  email_draft: [
    'Hello,',
    '+{OPENING}',
    '?{POINTS}',
    '{CALL} A short reply is enough, and we will suggest a time.',
    'Kind regards,\nThe {sender} team',
  ],
  social_post: ['+{OPENING}', '?{CALL}', '{TAGS}'],
  product_description: ['+{OPENING}', '## Key features\n\n{POINTS}', '+## Getting started\n\n{CALL}'],
  case_study: [
    '+{OPENING}',
    '?+## Background\n\n{customer} works with {company} on {topic}.',
    '?+## The challenge\n\nThe daily work around {topic} had grown harder to follow with every new team.',
    '?+## The outcome\n\nThe teams now work from the same picture, and decisions are easier to explain.',
    '{CALL}',
  ],
  text_content: [
    '+{OPENING}',
    '## What to look at first\n\n{POINTS}',
    '?+## Why now is a good time\n\nInterest in {topic} tends to grow when workarounds stop being quick.',
    '?+## What a good result looks like\n\nEveryone involved finds the current state in one place and trusts it.',
    '?+## A practical way to begin\n\nChoose one area, name an owner, and agree on what should be different.',
    '{CALL}',
  ],
};

/** Items of lists, by what the list is of. */
export const ENTRIES: Record<'findings' | 'ideas' | 'questions' | 'steps', Entry[]> = {
  findings: entries(`
The value is stated late | Readers have to look for the benefit of {topic}. | State the benefit in the first sentence.
The audience is not addressed | Nothing tells {audience} that this is for them. | Name {audience} in the first paragraph.
Claims need support | Several statements about {topic} lack an example. | Add an example to each general claim, or drop it.
The next step is unclear | After reading, it is not obvious what to do. | Close with a single, specific invitation.
Key features are hard to scan | Long paragraphs hide what buyers compare. | Move the features into a list of three to five points.
Search phrases are underused | The words of buyers appear late. | Bring the main phrase into the title and the first paragraph.`),
  ideas: entries(`
A checklist for the first week with {topic} | It gives {audience} something to use on the same day.
Three questions to ask before starting with {topic} | They help readers to see where they are.
What changes for {audience} with {topic} | A day before and a day after, step by step.
{topic} in five minutes | A plain introduction for colleagues from other teams.
A conversation with somebody who uses {topic} | Questions and answers in their own words.
From pilot to routine: {topic} | What to keep, what to drop, and when to decide.`),
  questions: entries(`
What does it take to begin with {topic}? | A named owner, a first area and an hour for questions are enough to begin.
Who should be involved in {topic}? | Those who do the work each day, those who pay for it, and one person who decides.
How long does a first step with {topic} take? | Most teams plan a few weeks and look at the result together.
How does {topic} fit with the tools we have? | Try it beside them first, in an area where little can go wrong.
What does {topic} cost? | That depends on the scope; begin with an estimate for one team.
Where can {audience} learn more about {topic}? | In the documentation, and with colleagues who have done it before.`),
  steps: entries(`
Agree on the goal | Write down in one sentence what should be different, and for whom.
Collect what is known | Gather notes, numbers and questions about {topic} in one place.
Choose the first area | Pick one where {audience} see the result soon.
Prepare the material | Draft what is needed and let one reader check it.
Publish and share | Tell {audience} where to find it and whom to ask.
Look at the result | Compare it with the goal and decide what comes next.`),
};
