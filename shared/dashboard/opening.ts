import { dashboardPath } from './files.ts';

/** LOC-8: routes of the daemon alone, for `coord open` and the page that it opens. */
export const dashboardCodePath = `${dashboardPath}/code`;
export const dashboardSessionPath = `${dashboardPath}/session`;
export const dashboardKeyPath = `${dashboardPath}/session-key`;
export const dashboardChallengePath = `${dashboardPath}/session-challenge`;
export const dashboardResumePath = `${dashboardPath}/session-resume`;

/** LOC-8: what a page signs to come back. With its origin, so that what another port was told proves nothing here. */
export function dashboardProofText(origin: string, challenge: string): string {
  return `coord dashboard ${origin} ${challenge}`;
}

/** What stands before the code in the address: behind `#`, which no browser sends. */
export const openingMark = '#open=';

/** The views that `coord open` opens; each stands in the address behind the slug of the workspace. */
export const dashboardViews = [
  'now',
  'inbox',
  'decisions',
  'conventions',
  'graph',
  'work',
  'meetings',
  'people',
  'settings',
  'agents',
] as const;
export type DashboardView = (typeof dashboardViews)[number];

/** The answer of `POST /dashboard/code`. */
export interface OpeningCode {
  readonly code: string;
  /** The slug of the daemon's workspace; undefined until it is known for the first time. */
  readonly workspace?: string;
}
