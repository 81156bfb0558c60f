/** Texts of a case study that the AI has written, or a partner after it; Markdown. */
export const ENHANCED_TEXTS = [
  'problem_statement_enhanced',
  'proposed_solution_enhanced',
  'outcomes_enhanced',
  'tco_analysis_enhanced',
  'lessons_learned_enhanced',
] as const;

/** Lists of advice that come with them. */
export const ADVICE_LISTS = [
  'architecture_diagram_suggestions',
  'cloud_services_recommendations',
  'validation_tips',
] as const;

/** What was generated for a case study; title and short description are fields of the case study itself. */
export type GeneratedTexts = { [Name in (typeof ENHANCED_TEXTS)[number]]?: string } & {
  [Name in (typeof ADVICE_LISTS)[number]]?: string[];
};

/** A case study as the AI wrote it. */
export type WrittenCaseStudy = {
  case_study_title: string;
  short_description: string;
  generated_content: GeneratedTexts;
};
