/** The days of a report or statement; both are part of it. */
export interface ReportPeriod {
  from_date: string;
  to_date: string;
}
