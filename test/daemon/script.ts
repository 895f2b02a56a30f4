import { installHook, runHook, type HookRun } from '../init/support.ts';

export interface ScriptCall {
  readonly client: string;
  /** As the client's settings name it. */
  readonly event: string;
  readonly payload: object | string;
  readonly env?: Record<string, string>;
}

/** What the client sees of one hook: the script that init writes, run as the client runs it, against the repository's daemon. */
export async function throughScript(root: string, call: ScriptCall): Promise<HookRun> {
  const script = await installHook(root);
  const { client, event, payload, env = {} } = call;
  const input = typeof payload === 'string' ? payload : JSON.stringify(payload);
  return runHook(script, { args: [client, event], cwd: root, input, env });
}
