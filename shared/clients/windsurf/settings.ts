import type { PlannedFile } from '../common/planned-files.ts';
import { listedEntry, listedPlaces } from '../common/hook-lists.ts';

const name = 'windsurf';

/** The commands run in the workspace's folder. A user is shown what the one before a prompt prints. */
const hooks: readonly { event: string; shown?: boolean }[] = [
  { event: 'pre_user_prompt', shown: true },
  { event: 'pre_write_code' },
  { event: 'post_write_code' },
  { event: 'pre_run_command' },
  { event: 'post_run_command' },
  { event: 'post_cascade_response' },
];

/** Its MCP servers stand in a file of the user's, and in none of a repository's. */
export const windsurfFiles: readonly PlannedFile[] = [
  {
    kind: 'json',
    path: '.windsurf/hooks.json',
    entries: hooks.map(({ event, shown = false }) =>
      listedEntry({
        event,
        key: 'command',
        words: `${name} ${event}`,
        settings: { show_output: shown },
      }),
    ),
    placesIn: (document) => listedPlaces(document, { key: 'command', clients: [name] }),
  },
];
