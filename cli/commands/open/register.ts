import { Argument, type Command } from 'commander';
import { dashboardViews, type DashboardView } from '../../../shared/dashboard/opening.ts';
import type { Define } from '../../command-line/define.ts';

/** `coord open`. */
export function registerOpen(program: Command, define: Define): void {
  define<{ view?: DashboardView; print?: boolean }>(program, 'open', {
    summary: "open the daemon's dashboard in a browser, signed in by a link for one use",
    example: 'coord open inbox',
    load: async () => (await import('./open.ts')).open,
  })
    .addArgument(new Argument('[view]', 'the view to begin with').choices(dashboardViews))
    .option('--print', 'print the link instead; it is good for one minute');
}
