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
  `clear ownership, a shared view of costs, faster onboarding, simple integration with existing tools,
repeatable processes, access rules that are easy to check, fewer manual handovers, reliable reporting, predictable billing,
good documentation, early feedback from users, a realistic timeline, straightforward procurement, consistent naming,
regular check-ins, a tested way back, support that answers in plain language, automation of routine checks,
visible priorities, room to grow step by step`.split(/,\s/);

/** About a short phrase; with twenty points these are over three hundred sentences. */
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
Finance and operations often agree on little else, but both can see the value of {point}.
Over time, attention to {point} can turn a one-off success into a routine.`);

/** Beside a point that was given, whatever its form. */
export const GIVEN_POINT_SENTENCES = lines(`
Agree early on what it means for {audience}.
It is easy to picture with one example from an ordinary day.
Ask who notices it first, and when.
It belongs on the first page of the plan.
Name an owner for it before the start.
Look at it again after the first four weeks.`);

/** Bring in keywords. */
export const KEYWORD_SENTENCES = lines(`
Teams that compare their options often begin with {keyword}.
Questions about {keyword} tend to come up early, so it is worth having a plain answer ready.
Where {keyword} is part of the picture, agree on terms and responsibilities first.
It also helps to look at {keyword} and {topic} together rather than one after the other.`);

/** Reach a length exactly. */
export const SHORT_SENTENCES = lines(`
Start today.
Stay practical.
Plan ahead.
Keep it simple.
Agree on ownership.
Write decisions down.
Good steps add up.
Clear scope saves time.
Let results guide the budget.
Decide early and adjust calmly.
Keep the first goal within reach.
Put one person in the lead.
A short pilot answers most open questions.
Simple rules are easier to keep alive.`);

/** How a text begins. */
export const HOOKS = lines(`
A clear approach to {topic} gives {audience} something to agree on before money and time are spent.
Most conversations about {topic} begin with a tool, although the better place to begin is the problem behind it.
For {audience}, the value of {topic} shows in an ordinary working day.
The first step with {topic} is easier than it looks once the goal is written down.`);
export const WITTY_HOOKS = lines(`
Nobody ever asked for another meeting about {topic}, so here is the short version.
Somewhere there is a spreadsheet that thinks it is in charge of {topic}.
Coffee helps, but a plan for {topic} helps more.`);

/** Descriptions of two lines. */
export const SUMMARIES = lines(`
What {audience} should know about {topic}, and where to begin.
A practical look at {topic}: what to decide first, what can wait, and who should be involved.
How {topic} fits into the daily work of {audience}, without a large program.
The main points on {topic} for {audience}, in plain words.`);

/** Titles by kind of text. */
export const TITLES: Record<string, string[]> = {
  blog_post: [
    'A practical guide to {topic}',
    '{topic}: a practical start for {audience}',
    'What to decide first about {topic}',
  ],
  email_draft: ['A short note on {topic}', 'A practical idea for {topic}', 'Your next step with {topic}'],
  social_post: ['{topic}, made practical', 'A quick thought on {topic}', 'A first step for {topic}'],
  product_description: ['{product} for {audience}', 'Meet {product}: {topic}'],
  case_study: [
    'How {customer} took the next step with {topic}',
    '{customer} and {company}: a shared approach to {topic}',
  ],
  findings: ['What the analysis of {topic} shows'],
  schedule: ['Schedule for {topic}'],
  outline: ['Outline: {topic}'],
  notes: ['Notes on {topic}'],
  ideas: ['Ideas for {topic}'],
  plan: ['Plan for {topic}'],
  faq: ['Questions and answers: {topic}'],
  text_content: ['{topic} in plain words', 'What to know about {topic}', 'A clear view of {topic}'],
};

/** Headings of an article with the sentence below each. */
export const SECTIONS = entries(`
Why now is a good time for {topic} | Interest in {topic} tends to grow when workarounds stop being quick.
Where the work usually slows down | The obstacles are rarely technical at first; goals are broad, and information sits in several systems.
What a good result looks like | Everyone involved finds the current state in one place and trusts what they see there.
A practical way to begin | Choose one area, name an owner, and agree on what should be different after four weeks.
How to keep the momentum | Share what was learned in a page that others can read in five minutes.`);
export const CASE_STUDY_SECTIONS = entries(`
Background | {customer} works with {company} on {topic}.
The challenge | The daily work around {topic} had grown harder to follow with every new team.
The solution | Together they chose a first area, agreed on responsibilities and built on what was there.
The outcome | The teams now work from the same picture, and decisions are easier to explain.`);

/** Items of lists, by what the list is of. */
export const ENTRIES: Record<'findings' | 'ideas' | 'questions' | 'steps', Entry[]> = {
  findings: entries(`
The value is stated late | Readers have to look for the benefit of {topic}. | State the benefit in the first sentence.
The audience is not addressed | Nothing tells {audience} that this is meant for them. | Name {audience} and a situation they know in the opening paragraph.
Claims need support | Several statements about {topic} would carry more weight with an example. | Add an example to each general claim, or leave the claim out.
The next step is unclear | After reading, it is not obvious what to do. | Close with a single, specific invitation.
Terms vary from place to place | The same thing goes by different names, which makes {topic} harder to find. | Choose one term for {topic} and use it throughout.
Key features are hard to scan | Long paragraphs hide the points that buyers compare. | Move the key features into a list of three to five points.
Questions of buyers stay open | Setup, requirements and support are not described. | Add a short section with requirements, setup and support.
Search phrases are underused | The words that buyers use for {topic} appear late. | Bring the main phrase into the title and the first paragraph.`),
  ideas: entries(`
A checklist for the first week with {topic} | It gives {audience} something to use on the same day.
Three questions to ask before starting with {topic} | They help readers to tell their own situation apart.
What changes for {audience} with {topic} | A day before and a day after, told step by step.
Common detours around {topic} | Each with the sign by which to notice it early.
{topic} in five minutes | A plain introduction for colleagues from other teams.
A conversation with somebody who uses {topic} | Questions and answers in their own words.
How to measure progress with {topic} | Two or three signs that everybody can read.
From pilot to routine: {topic} | What to keep, what to drop, and when to decide.`),
  questions: entries(`
What does it take to begin with {topic}? | A named owner, a first area and an hour for questions are enough to begin.
Who should be involved in {topic}? | Those who do the work each day, those who pay for it, and one person who decides.
How long does a first step with {topic} take? | Most teams plan a few weeks and look at the result together.
How does {topic} fit with the tools we have? | Try it beside them first, in an area where little can go wrong.
What does {topic} cost? | That depends on the scope; begin with an estimate for one team.
How do we know that {topic} is worth it? | Agree before the start on what should be different, and look at it again afterwards.
Where can {audience} learn more about {topic}? | In the documentation, and with colleagues who have done it before.
When is it too early for {topic}? | When nobody has the time to look at what comes of it.`),
  steps: entries(`
Agree on the goal | Write down in one sentence what should be different, and for whom.
Collect what is known | Gather notes, numbers and questions about {topic} in one place.
Choose the first area | Pick one where {audience} see the result soon.
Prepare the material | Draft what is needed and let one reader check it.
Try it with a few people | Watch where they stop, and mend that first.
Publish and share | Tell {audience} where to find it and whom to ask.
Look at the result | Compare it with the goal and decide what comes next.`),
};
