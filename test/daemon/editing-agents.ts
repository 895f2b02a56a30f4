import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { git, write, type Reply, type TestDaemon } from './support.ts';

export type Answer = Reply['body'];
export type Change = readonly [before: string, after: string];

let files = 0;

/** Commits a new file in the repository; answers its path. */
export function committed(root: string, source: string): string {
  const path = `src/edited${++files}.ts`;
  write(root, path, source);
  git(root, 'add', '-A');
  git(root, 'commit', '-q', '-m', path);
  return path;
}

export function message(answer: Answer): string {
  return String(answer['message'] ?? answer['additional_context'] ?? '');
}

/** Agents of one daemon that edit files of its work trees, over the interface's own hooks. */
export class EditingAgents {
  constructor(
    private readonly daemon: TestDaemon,
    private readonly root = daemon.root,
    private readonly told = new Map<string, string[]>(),
  ) {}

  /** The agents of another work tree of the repository. */
  in(tree: string): EditingAgents {
    return new EditingAgents(this.daemon, tree, this.told);
  }

  async hook(event: string, who: string, fields: object = {}): Promise<Answer> {
    const answer = await this.daemon.hook(event, who, fields);
    if (message(answer) !== '')
      this.told.set(who, [...(this.told.get(who) ?? []), message(answer)]);
    return answer;
  }

  /** What the agent has been told so far, an item for each answer that said something; after one more prompt. */
  async notices(who: string): Promise<readonly string[]> {
    await this.hook('beforeSubmitPrompt', who, { task: 'On' });
    return this.told.get(who) ?? [];
  }

  ask(who: string, path: string, change: Change): Promise<Answer> {
    return this.hook('preToolUse', who, this.call(path, change));
  }

  async may(who: string, path: string, change: Change): Promise<boolean> {
    return (await this.ask(who, path, change))['permission'] === 'allow';
  }

  /** Asks, which must be allowed, writes, and reports, which must get all; answers the report. */
  async edit(who: string, path: string, change: Change): Promise<Answer> {
    const asked = await this.ask(who, path, change);
    assert.is(asked['permission'], 'allow', message(asked));
    const text = readFileSync(join(this.root, path), 'utf8');
    assert.ok(text.includes(change[0]), `${path} has no ${change[0]}`);
    write(this.root, path, text.replace(...change));
    const reported = await this.hook('postToolUse', who, this.call(path, change));
    assert.equal(reported['conflicts'], []);
    return reported;
  }

  /** The relay's id of the agent's session, which the hook opens. */
  async session(who: string): Promise<string> {
    return String((await this.hook('sessionStart', who))['session_id']);
  }

  /** Resolves when the daemon knows that the agent holds the place, given by its id. */
  async untilHolds(who: string, id: string): Promise<void> {
    const session = await this.session(who);
    await this.daemon.until(`${who} to hold ${id}`, ({ reservations }) =>
      reservations.some((one) => one.session_id === session && one.symbol_ids.includes(id)),
    );
  }

  /** An operation of the workspace, which must be done. */
  async operation(method: 'POST' | 'PATCH', path: string, body: object): Promise<Answer> {
    const answer = await this.daemon.send(
      method,
      `/workspaces/${this.daemon.workspaceId}${path}`,
      body,
    );
    assert.ok(answer.status < 300, answer.text);
    return answer.body;
  }

  /** Sets the workspace's conflict policy. */
  async decideBy(conflict_policy: string): Promise<void> {
    await this.operation('PATCH', '', { conflict_policy });
  }

  call(path: string, [before, after]: Change) {
    const file = join(this.root, path);
    const input = { file_path: file, old_string: before, new_string: after };
    return { file_path: file, tool_name: 'Edit', tool_input: input };
  }
}
