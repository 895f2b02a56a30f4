import type { Output } from '../../../../shared/api/operations.ts';
import type { HookEvent } from '../../../../shared/sessions/contract.ts';
import type { Caller } from '../caller.ts';
import type { AgentPlan } from './plans.ts';

export interface AgentSettings {
  readonly caller: Caller;
  readonly workspaceSlug: string;
  readonly plan: AgentPlan;
  readonly conversation: string;
  readonly now: () => number;
}

/** Some symbols of one file; none means the whole file. */
export interface Place {
  readonly file: string;
  readonly symbols: readonly string[];
}

/** Clients of one family write their events in PascalCase. */
const inCamelCase = new Set(['cursor', 'opencode']);

/** An agent as its IDE's hooks show it to the relay. */
export class DemoAgent {
  /** Empty while it has none. */
  sessionId = '';
  task = '';
  /** When it was last heard of; milliseconds of the demo's clock. */
  lastSeen = 0;
  /** What it goes on working at, with the time of its last edit. */
  readonly kept = new Map<string, { readonly place: Place; editedAt: number }>();

  constructor(readonly settings: AgentSettings) {}

  get isThere(): boolean {
    return this.sessionId !== '';
  }

  async start(task: string): Promise<void> {
    const answer = await this.hook('sessionStart', { task });
    this.task = task;
    this.sessionId = 'session_id' in answer ? answer.session_id : '';
  }

  async prompt(task: string): Promise<void> {
    this.task = task;
    await this.hook('beforeSubmitPrompt', { task });
  }

  /** Asks whether it may write; answers whether it may. */
  async check(place: Place): Promise<boolean> {
    const answer = await this.hook('preToolUse', targetOf(place));
    return 'permission' in answer && answer.permission === 'allow';
  }

  /** Asks, and writes when it may; answers whether it did. */
  async edit(place: Place): Promise<boolean> {
    if (!(await this.check(place))) return false;
    await this.write(place);
    return true;
  }

  /** Reports a write, which reserves the place. */
  async write(place: Place): Promise<void> {
    await this.hook('postToolUse', targetOf(place));
    const kept = this.kept.get(keyOf(place));
    if (kept !== undefined) kept.editedAt = this.settings.now();
  }

  /** Edits it now, and again before its reservation would expire. */
  async keep(place: Place): Promise<void> {
    this.kept.set(keyOf(place), { place, editedAt: this.settings.now() });
    await this.edit(place);
  }

  drop(place: Place): void {
    this.kept.delete(keyOf(place));
  }

  async beat(): Promise<void> {
    await this.hook('file_check', {});
  }

  async end(): Promise<void> {
    await this.hook('sessionEnd', {});
    this.sessionId = '';
    this.kept.clear();
  }

  private async hook(event: HookEvent, fields: object): Promise<Output<'hook'>> {
    const { caller, workspaceSlug, plan, conversation, now } = this.settings;
    const { client, workstream } = plan;
    this.lastSeen = now();
    return caller.call('hook', {
      event: inCamelCase.has(client) ? event : (pascalNames[event] ?? event),
      agent_type: client,
      workspace_slug: workspaceSlug,
      conversation_id: conversation,
      branch: workstream === undefined ? 'main' : `coord/${workstream}`,
      ...fields,
    });
  }
}

function targetOf({ file, symbols }: Place) {
  return { file_path: file, symbol_ids: symbols.map((name) => `${file}#${name}`) };
}

const keyOf = ({ file, symbols }: Place) => [file, ...symbols].join(' ');

const pascalNames: Partial<Record<HookEvent, HookEvent>> = {
  sessionStart: 'SessionStart',
  preToolUse: 'PreToolUse',
  postToolUse: 'PostToolUse',
  beforeSubmitPrompt: 'UserPromptSubmit',
  sessionEnd: 'SessionEnd',
};
