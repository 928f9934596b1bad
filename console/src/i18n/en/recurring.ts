/** Recurring invoices. */
export const recurring = {
  'recurring.active': 'Active',
  'recurring.paused': 'Paused',
  'recurring.stopped': 'Stopped',
  'recurring.finished': 'Finished',
  'recurring.next': 'Next',
  'recurring.made': 'Issued so far',
  'recurring.of': '{n} of {max}',
  'recurring.pause': 'Pause',
  'recurring.resume': 'Resume',
  'recurring.stop': 'Stop',
  'recurring.search': 'Name or customer',
  'recurring.on-request': 'Paused manually.',
  'recurring.program-frozen': 'The app that set it up is frozen.',
  'recurring.program-revoked': 'The app that set it up was disconnected.',
  'recurring.missed':
    'Invoices that should have been issued by now: {n}. More than three are not issued automatically: resume to continue with the next one.',
  'recurring.begun': 'Fixed once the first invoice has been issued',
  'recurring.coming': 'Coming days',
  'recurring.last-day': 'Last day',
  'recurring.last-day-hint': 'Decides how many invoices there are; write either',
  'recurring.days': 'The days: {days} …',
  'recurring.past-few.one':
    'The start date has passed. {n} invoice for a past day is issued at once, dated today.',
  'recurring.past-few.other':
    'The start date has passed. {n} invoices for past days are issued at once, dated today.',
  'recurring.past-many.one':
    'The start date has passed and {n} invoice should be out already. That is too much to issue by itself: the template is paused.',
  'recurring.past-many.other':
    'The start date has passed and {n} invoices should be out already. More than three are not issued by themselves: the template is paused.',
  'recurring.past': 'Start in the past?',
};
