import type { Bench, BenchContext } from './support/bench.ts';
import { startHttpEcho } from './support/echo.ts';
import { requireStatuses, runLoad } from './support/load.ts';
import type { Target } from './support/load.ts';
import { startPostgres } from './support/postgres.ts';
import { compare } from './support/report.ts';
import type { Figure } from './support/report.ts';
import { hookBody, hookRequest, startTeam, targetOf } from './support/team.ts';
import type { Team } from './support/team.ts';

const connections = 64;
/** More than the relay grants on a fast machine, so that no file comes twice in a measurement. */
const requestsPerMs = 25;

/** Reservations that the relay grants in a second: durable, each for another file, by 64 agents. */
export const bench: Bench = {
  name: 'reservations',
  run: async (context) => {
    const sqlite = await rate(context, await startTeam(context), {
      name: 'reservations, SQLite',
      limit: 1 / 0.45,
    });
    const postgres = await startPostgres(context);
    if (postgres === undefined) {
      console.error('reservations: no PostgreSQL server programs found; its part is left out');
      return [sqlite];
    }
    const team = await startTeam(context, { database: postgres.url });
    const shape = { name: 'reservations, PostgreSQL', limit: 1 / 0.3 };
    return [sqlite, await rate(context, team, shape)];
  },
};

async function rate(
  { rounds, durationMs, defer }: BenchContext,
  team: Team,
  { name, limit }: { name: string; limit: number },
): Promise<Figure> {
  const echo = await startHttpEcho();
  defer(echo.close);
  let round = 0;
  let requests: Buffer[] = [];
  const perSecond = async (target: Target): Promise<number> => {
    const result = await runLoad({ target, connections, requests, durationMs });
    return requireStatuses(result, [200]).requestsPerSecond;
  };
  const figure = await compare(
    {
      measured: async () => {
        requests = writes(team, { round: round++, count: durationMs * requestsPerMs });
        return perSecond(targetOf(team.relay));
      },
      bare: () => perSecond(echo.target),
    },
    { rounds, name, unit: 'requests/s', better: 'more', limit, note: '64 connections' },
  );
  await echo.close();
  await team.relay.stop();
  return figure;
}

/** Each of the connections speaks for one session. */
function writes(team: Team, { round, count }: { round: number; count: number }): Buffer[] {
  return Array.from({ length: count }, (_, index) =>
    hookRequest(
      team.key,
      hookBody(team, {
        event: 'postToolUse',
        conversation_id: `agent-${index % connections}`,
        file_path: `src/round-${round}/file-${index}.ts`,
        tool_name: 'Edit',
      }),
    ),
  );
}
