import { gateCommandPath, gateRunPath } from '../../../shared/gate/local.ts';
import { refuse } from '../../../shared/kernel/refusal.ts';
import type { GateRunner, GateRunnerOptions } from '../../gate/run/gate-runner.ts';
import { send } from '../exchange.ts';
import type { Exchange, Route, Routes } from '../local-api.ts';
import { radarPath } from '../../../shared/radar/report.ts';
import type { Radar } from '../../radar/radar.ts';

const summaries = {
  run: 'Run the affected tests of a commit; for the command `coord` alone',
  showCommand: 'The test command of this repository; for the command `coord` alone',
  changeCommand: 'Change the test command of this repository; for the command `coord` alone',
};

/** What runs tests and keeps their command: the daemon's alone, and for those who can read its token. */
export function gateRoutes(options: GateRunnerOptions): Routes {
  let runner: GateRunner | undefined;
  const route = (name: 'run' | 'showCommand' | 'changeCommand'): Route => ({
    access: 'user',
    summary: summaries[name],
    async handle(exchange: Exchange) {
      // Commands are run for it, so a key that is only good for the relay is not enough.
      if (exchange.caller?.kind !== 'token')
        return send(exchange.response, refuse('Forbidden', 'Only the command coord may do this.'));
      const { GateRunner: Runner } = await import('../../gate/run/gate-runner.ts');
      const api = await import('../../gate/run/api.ts');
      runner ??= new Runner(options);
      return api[name](runner, exchange);
    },
  });
  return {
    [`POST ${gateRunPath}`]: route('run'),
    [`GET ${gateCommandPath}`]: route('showCommand'),
    [`POST ${gateCommandPath}`]: route('changeCommand'),
  };
}

/** `coord radar`: a round at once. */
export function radarRoute(radar: Radar): Routes {
  return {
    [`POST ${radarPath}`]: {
      access: 'user',
      summary: 'Look for merge conflicts between branches now, and answer what was found',
      handle: async ({ response }) => send(response, await radar.runNow()),
    },
  };
}
