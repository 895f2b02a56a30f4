import { join } from 'node:path';
import type { Bench } from './support/bench.ts';
import { requireStatuses, runLoad } from './support/load.ts';
import { alone } from './support/report.ts';
import { makeRepository } from './support/repository.ts';
import {
  callJson,
  requestWith,
  startDaemon,
  startTeam,
  targetOf,
  type Team,
} from './support/team.ts';

const decisions = 1_000;
const calls = 2_000;

/** What `sync` costs at the daemon when the team has decided much. */
export const bench: Bench = {
  name: 'sync-decisions',
  run: async (context) => {
    const { directory } = context;
    const team = await startTeam(context);
    await decideMuch(team);
    const root = await makeRepository(join(directory, 'shop'), { 'README.md': '# Shop\n' });
    const daemon = await startDaemon(context, team, { root, home: join(directory, 'home') });
    const path = `/workspaces/${team.workspaceId}/sync`;
    const body = { task: 'Rotate the tokens of part 7', files: 'src/part-7/index.ts' };
    await untilKnown(() => callJson(daemon.url, { method: 'POST', path, key: daemon.token, body }));
    const request = requestWith(daemon.token, { method: 'POST', path, body });
    const requests = Array.from({ length: calls }, () => request);
    await runLoad({ target: targetOf(daemon), connections: 1, requests: requests.slice(0, 300) });
    const result = await runLoad({ target: targetOf(daemon), connections: 1, requests });
    const { p50Us, p99Us } = requireStatuses(result, [200]);
    const note = `${decisions} decisions`;
    return [
      alone(p50Us / 1000, { name: 'sync at the daemon, p50', unit: 'ms', note }),
      alone(p99Us / 1000, { name: 'sync at the daemon, p99', unit: 'ms', limit: 5, note }),
    ];
  },
};

async function decideMuch(team: Team): Promise<void> {
  const requests = Array.from({ length: decisions }, (_, index) =>
    requestWith(team.key, {
      method: 'POST',
      path: '/decisions',
      body: {
        workspace_id: team.workspaceId,
        title: `Part ${index} rotates its tokens every ${index + 1} minutes`,
        rationale: 'Short lives bound what a stolen one is good for.',
        type: 'approach',
        files: [`src/part-${index % 100}/index.ts`],
      },
    }),
  );
  const load = { target: targetOf(team.relay), connections: 16, requests };
  requireStatuses(await runLoad(load), [201]);
}

/** Resolves when the daemon has read what the team decided. */
async function untilKnown(sync: () => Promise<Record<string, unknown>>): Promise<void> {
  for (;;) {
    const { decisions } = await sync();
    if (Array.isArray(decisions) && decisions.length > 5) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
