export const JOBS_USAGE =
  'jobs list [--kind KIND] [--account USERNAME] [--dead] | jobs retry ID | jobs retry --all-dead [--kind KIND] [--account USERNAME] | jobs drop ID';
