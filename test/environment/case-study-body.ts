/** Body of a case study with the required fields only. */
export const CASE_STUDY = {
  company_name: 'Fabrikam Retail',
  problem_statement: 'Reports took 9 hours each night, and shops opened without the figures of the day before.',
  proposed_solution: 'The data warehouse was moved to the cloud in four steps, without a day of downtime.',
  outcomes: 'Reports take 40 minutes instead of 9 hours. Licences cost 30 % less.',
  country: 'Germany',
  start_date: '2025-01-15',
  end_date: '2025-06-30',
};

/** The same with all that may be left out. */
export const WHOLE_CASE_STUDY = {
  ...CASE_STUDY,
  industry_verticals: ['Retail', 'Enterprise IT'],
  use_cases: ['Analytics', 'Migration', 'Modernization'],
  tco_analysis: 'Licences, hardware and two operators before; one bill by use now.',
  lessons_learned: 'Move reports first and tables last.',
  cloud_services_used: 'Amazon Redshift, AWS Glue',
  isv_tools: 'dbt',
  is_public: true,
};
