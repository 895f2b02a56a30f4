import { dashboardPath } from './files.ts';

/** LOC-8: routes of the daemon alone, for `coord open` and the page that it opens. */
export const dashboardCodePath = `${dashboardPath}/code`;
export const dashboardSessionPath = `${dashboardPath}/session`;

/** What stands before the code in the address: behind `#`, which no browser sends. */
export const openingMark = '#open=';
