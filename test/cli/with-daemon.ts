/** A daemon in the process of the test, and the hooks of agents that ask it. */
import * as assert from 'uvu/assert';
import { run, start, type Finished, type Sandbox, type Running } from './support.ts';

interface Ready {
  url: string;
  workspace_id: string;
  workspace_slug: string;
  key_file: string;
}

/** A daemon with an embedded relay, until `stop`, which has to end it well. */
export async function startDaemon(
  sandbox: Sandbox,
  environment: Readonly<Record<string, string>> = {},
): Promise<{ ready: Ready; stop: () => Promise<void> }> {
  const options = { environment };
  const daemon: Running = start(['daemon', '--port', '0', '--json'], sandbox, options);
  const ready = JSON.parse(await daemon.line()) as Ready;
  return {
    ready,
    stop: async () => {
      daemon.stop();
      assert.is((await daemon.finished).code, 0);
    },
  };
}

export function hook(sandbox: Sandbox, event: string, fields: object = {}): Promise<Finished> {
  return hookOf('claude-code', sandbox, event, fields);
}

export function hookOf(client: string, sandbox: Sandbox, event: string, fields: object = {}) {
  const session = { session_id: 'conv-1', cwd: sandbox.repository, hook_event_name: event };
  const input = JSON.stringify({ ...session, ...fields });
  return run(['hook', client, event], sandbox, { input });
}
