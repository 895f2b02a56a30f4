/** Where the dashboard is, behind whatever stands before every path of the service. */
export const dashboardPath = '/dashboard';

/**
 * The addresses of the dashboard, and what each answers. Anyone may read them: what the page shows needs an API key (ACC-1).
 * The page is at every address below its own, however many segments that has (DSH-20).
 */
export const dashboardAddresses: Readonly<Record<string, string>> = {
  [dashboardPath]: 'The dashboard: a page for people',
  [`${dashboardPath}/:address`]:
    'The same page at any address below /dashboard: it shows what the address names',
  [`${dashboardPath}/assets/:file`]: 'A script, style or font of the dashboard',
};
