import { fileURLToPath } from 'node:url';
import type { AgentClient } from '../agent-clients.ts';
import { createProject, type Project } from '../project.ts';
import { makeHome, removeHome, type ClientRun, type RunOptions } from '../run-client.ts';
import { startScriptedModel, type ScriptedModel, type Turn } from '../scripted-model.ts';
import { startObserver, type Observer } from './observer.ts';

/** A project in which every hook of a client and an MCP server lead to an observer, and a scripted model beside it. */
export interface Observed {
  project: Project;
  home: string;
  model: ScriptedModel;
  observer: Observer;
  run(prompt: string, turns: Turn[], more?: Partial<RunOptions>): Promise<ClientRun>;
  /** What differs between machines in a payload, and what stands for it in a fixture. */
  places: Map<string, string>;
  /** The hook calls so far, as `event` or `event:tool`, in order. */
  events(): string[];
  close(): Promise<void>;
}

/** What the settings of a client must call. */
export interface Targets {
  hookCommand: string;
  server: { command: string; args: string[] };
}

/** `settings` gives the files that a client's settings are in, by their paths. */
export async function observe(
  client: AgentClient,
  settings: (targets: Targets) => Record<string, unknown>,
): Promise<Observed> {
  const [project, home, observer, model] = await Promise.all([
    createProject(),
    makeHome(),
    startObserver(),
    startScriptedModel(client.dialect),
  ]);
  for (const [path, content] of Object.entries(settings(targetsAt(observer.url))))
    await project.write(path, content);
  const path = process.env.PATH ?? '';
  const fixed = { folder: project.folder, home, modelUrl: model.url, path };
  return {
    project,
    home,
    model,
    observer,
    places: new Map([
      [project.folder, '/repo'],
      [home, '/home/dev'],
      [observer.url, 'http://127.0.0.1:4177'],
      [local('.'), '/observer/'],
    ]),
    run: (prompt, turns, more) => {
      model.script({ marker: prompt, turns });
      return client.run({ ...fixed, prompt, ...more });
    },
    events: () =>
      observer.hooks.map(({ payload: { hook_event_name: event, tool_name: tool } }) =>
        tool === undefined ? event : `${event}:${tool}`,
      ),
    close: async () => {
      await Promise.all([model.close(), observer.close(), project.remove(), removeHome(home)]);
    },
  };
}

/** The same hook for every event, without a matcher. */
export function hooksFor(events: readonly string[], hook: Record<string, unknown>) {
  return Object.fromEntries(
    events.map((event) => [event, [{ hooks: [{ type: 'command', ...hook }] }]]),
  );
}

function targetsAt(url: string): Targets {
  return {
    hookCommand: `node ${local('forward-hook.mjs')} ${url}`,
    server: { command: 'node', args: [local('mcp-server.mjs'), url] },
  };
}

function local(file: string): string {
  return fileURLToPath(new URL(file, import.meta.url));
}
