import { readFileSync } from 'node:fs';
import { adapterOf } from '../../daemon/local-api/routes/hook-routes.ts';
import type { ClientHooks } from '../../shared/clients/common/client-hooks.ts';
import { clientNames } from '../../shared/clients/registry.ts';
import type { HookAnswer } from '../../shared/sessions/contract.ts';
import type { HookCall } from '../../shared/clients/common/hook-call.ts';

/** A payload of a client and what it means. `{path}` and `{cwd}` stand in it for a file and for the agent's folder. */
export interface ExampleCall {
  readonly what: string;
  readonly payload: unknown;
  readonly effect: HookCall['effect'];
  /** Of its one file. */
  readonly edits?: unknown;
  readonly shell?: string;
  readonly task?: string;
  readonly conversation?: unknown;
  /** Answers of coord, and what the client's hook prints for each. */
  readonly answers?: readonly (readonly [HookAnswer, string])[];
}

export interface ClientExamples {
  readonly name: string;
  /** What the client calls itself towards MCP servers. */
  readonly mcp_names: readonly string[];
  readonly calls: readonly ExampleCall[];
}

/** What lies beside every client, in the registry's order: the folder of a client has its own examples. */
export const clientExamples: readonly ClientExamples[] = clientNames.map((name) => {
  const file = new URL(`../../shared/clients/${name}/examples.json`, import.meta.url);
  return { name, ...(JSON.parse(readFileSync(file, 'utf8')) as Omit<ClientExamples, 'name'>) };
});

/** What reads and answers a client's hooks in the daemon. */
export function hooksOf(name: string): ClientHooks {
  const found = adapterOf(name);
  if (found === undefined) throw new Error(`there is no client ${name}`);
  return found;
}

/** The payload with a file and a folder in it. */
export function payloadOf({ payload }: ExampleCall, path: string, cwd: string): unknown {
  const inText = (text: string) => JSON.stringify(text).slice(1, -1);
  const text = JSON.stringify(payload)
    .replaceAll('{path}', () => inText(path))
    .replaceAll('{cwd}', () => inText(cwd));
  return JSON.parse(text);
}
