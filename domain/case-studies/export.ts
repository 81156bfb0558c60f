import type { CaseStudyRow } from './table.ts';

/** Maps a case study to the fields of the portal's form: generated texts if present, else the partner's input. */
export function portalFields(caseStudy: CaseStudyRow) {
  const generated = caseStudy.generated_content ?? {};
  return {
    case_study_title: caseStudy.case_study_title,
    short_description: caseStudy.short_description,
    customer_company_name: caseStudy.company_name,
    country: caseStudy.country,
    industry_verticals: caseStudy.industry_verticals,
    use_cases: caseStudy.use_cases,
    start_date: caseStudy.start_date,
    end_date: caseStudy.end_date,
    is_public: caseStudy.is_public,
    problem_statement: generated.problem_statement_enhanced || caseStudy.problem_statement,
    proposed_solution: generated.proposed_solution_enhanced || caseStudy.proposed_solution,
    outcomes: generated.outcomes_enhanced || caseStudy.outcomes,
    tco_analysis: generated.tco_analysis_enhanced || caseStudy.tco_analysis,
    lessons_learned: generated.lessons_learned_enhanced || caseStudy.lessons_learned,
    cloud_services_used: caseStudy.cloud_services_used,
    isv_tools: caseStudy.isv_tools,
  };
}

/** Length of a text in code points, as its limit counts: an emoji is one, though it has two UTF-16 units. */
export function charCount(text: string | null): number {
  return text === null ? 0 : [...text].length;
}
