/**
 * Industries of a customer as AWS Partner Central has them: valid values of `Account.Industry` in the Partner Central API, version 2022-07-26
 * (https://docs.aws.amazon.com/partner-central/latest/APIReference/API_Account.html), and of the form for case studies "Digital Marketing"
 * and "Enterprise IT", which the API does not list.
 */
export const INDUSTRY_VERTICALS = [
  'Aerospace',
  'Agriculture',
  'Automotive',
  'Computers and Electronics',
  'Consumer Goods',
  'Digital Marketing',
  'Education',
  'Energy - Oil and Gas',
  'Energy - Power and Utilities',
  'Enterprise IT',
  'Financial Services',
  'Gaming',
  'Government',
  'Healthcare',
  'Hospitality',
  'Life Sciences',
  'Manufacturing',
  'Marketing and Advertising',
  'Media and Entertainment',
  'Mining',
  'Non-Profit Organization',
  'Professional Services',
  'Real Estate and Construction',
  'Retail',
  'Software and Internet',
  'Telecommunications',
  'Transportation and Logistics',
  'Travel',
  'Wholesale and Distribution',
  'Other',
] as const;

/**
 * What the cloud was used for, as AWS Partner Central has it: valid values of `Marketing.UseCases` in the Partner Central API, version 2022-07-26
 * (https://docs.aws.amazon.com/partner-central/latest/APIReference/API_Marketing.html), and of the form for case studies "Artificial
 * Intelligence", "Big Data", "Migration" and "Modernization", which the API does not list.
 */
export const USE_CASES = [
  'AI/ML',
  'Analytics',
  'Application Integration',
  'Artificial Intelligence',
  'Big Data',
  'Blockchain',
  'Business Applications',
  'Cloud Financial Management',
  'Compute',
  'Containers',
  'Customer Engagement',
  'Databases',
  'Developer Tools',
  'End User Computing',
  'Front End Web & Mobile',
  'Game Tech',
  'IoT',
  'Management & Governance',
  'Media Services',
  'Migration',
  'Migration & Transfer',
  'Modernization',
  'Networking & Content Delivery',
  'Quantum Technologies',
  'Robotics',
  'Satellite',
  'Security',
  'Serverless',
  'Storage',
  'VR & AR',
] as const;
