import { join } from 'node:path';
import type { Bench } from './support/bench.ts';
import { openConnection } from './support/connection.ts';
import type { HttpConnection } from './support/connection.ts';
import { alone } from './support/report.ts';
import { makeRepository } from './support/repository.ts';
import { quantile } from './support/statistics.ts';
import { hookBody, hookRequest, startDaemon, startTeam, targetOf } from './support/team.ts';

const writesPerRound = 60;
const warmUpWrites = 30;

/** How long after the relay's answer to one agent's write another developer's daemon still lets others write there. */
export const bench: Bench = {
  name: 'propagation',
  run: async (context) => {
    const { rounds, directory, defer } = context;
    const team = await startTeam(context);
    const root = await makeRepository(join(directory, 'shop'), { 'README.md': '# Shop\n' });
    const daemon = await startDaemon(context, team, { root, home: join(directory, 'home') });
    const connections = [
      await openConnection(targetOf(team.relay)),
      await openConnection(targetOf(daemon)),
    ] as const;
    for (const connection of connections) defer(connection.close);
    const [relay, other] = connections;

    const delaysMs: number[] = [];
    for (let index = -warmUpWrites; index < rounds * writesPerRound; index += 1) {
      const file = `src/file-${index + warmUpWrites}.ts`;
      const write = hookBody(team, {
        event: 'postToolUse',
        conversation_id: 'writer',
        file_path: file,
      });
      const check = hookBody(team, {
        event: 'preToolUse',
        conversation_id: 'other',
        file_path: file,
      });
      const delayMs = await propagate(
        { relay, other },
        { write: hookRequest(team.key, write), check: hookRequest(daemon.token, check) },
      );
      if (index >= 0) delaysMs.push(delayMs);
    }
    const note = `over ${delaysMs.length} writes`;
    return [
      alone(quantile(delaysMs, 0.5), { name: 'propagation, p50', unit: 'ms', note }),
      alone(quantile(delaysMs, 0.99), { name: 'propagation, p99', unit: 'ms', limit: 10, note }),
    ];
  },
};

/** Asks the daemon without a pause while the write is under way; 0 when it denies before the relay has answered. */
async function propagate(
  { relay, other }: { relay: HttpConnection; other: HttpConnection },
  { write, check }: { write: Buffer; check: Buffer },
): Promise<number> {
  const answered = relay.exchange(write).then(({ status }) => {
    if (status !== 200) throw new Error(`the write was answered with ${status}`);
    return performance.now();
  });
  const denied = untilDenied(other, check);
  return Math.max(0, (await denied) - (await answered));
}

async function untilDenied(daemon: HttpConnection, check: Buffer): Promise<number> {
  for (;;) {
    const { status, body } = await daemon.exchange(check);
    if (status !== 200) throw new Error(`the check was answered with ${status}`);
    if (body.includes('"deny"')) return performance.now();
  }
}
