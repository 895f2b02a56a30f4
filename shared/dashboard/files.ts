/** Where the dashboard is, behind whatever stands before every path of the service. */
export const dashboardPath = '/dashboard';

/** The dashboard's files by their paths. Anyone may read them: what they show needs an API key (ACC-1). */
export const dashboardFiles = {
  [dashboardPath]: { file: 'index.html', type: 'text/html; charset=utf-8' },
  [`${dashboardPath}/page.js`]: { file: 'page.js', type: 'text/javascript; charset=utf-8' },
  [`${dashboardPath}/page.css`]: { file: 'page.css', type: 'text/css; charset=utf-8' },
} as const;
