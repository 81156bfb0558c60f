/** What people are told in other English words than programs. */
export const ENGLISH: Readonly<Record<string, string>> = {
  'Language of the result as a BCP 47 tag.': 'Language of the result.',
  'Language to translate into, as a BCP 47 tag such as de or pt-BR.': 'Language to translate into.',
  'Where the customer is: an English short name of ISO 3166-1.': 'Where the customer is.',
  'Slug of a template.': 'The template.',
  'Language of the text, a BCP 47 code.': 'Language of the text.',
  'Id of a brand voice.': 'The brand voice.',
  'Id of a product of a brand voice; it brings its voice along.':
    'The product of a brand voice; it brings its voice along.',
  '{question:text} Required by: {templates}.': '{question} Some templates need it.',
  '{day:text} (YYYY-MM-DD). A past day or a weekend becomes the next business day.':
    '{day}. A past day or a weekend becomes the next business day.',
  'IANA time zone whose business hours are used.': 'Time zone whose business hours are used.',
  '`replace` writes it anew, `append` what comes behind the present text, `refine` improves that.':
    'Write it anew, continue it, or improve it.',
  problem_statement: 'Problem',
  proposed_solution: 'Solution',
  outcomes: 'Outcomes',
  tco_analysis: 'Total cost of ownership',
  lessons_learned: 'Lessons learned',
  replace: 'A new text',
  append: 'What could come behind it',
  refine: 'The text, improved',
  'Must be a BCP 47 language tag such as en or pt-BR.': 'Please choose a language.',
  'Must be an existing date in the form YYYY-MM-DD.': 'Please choose a day.',
  'Must be an ISO 8601 datetime with an offset.': 'Please choose a day and a time.',
};
