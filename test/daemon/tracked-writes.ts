/** A daemon over files of code, and calls of agents that write them, step by step. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { git, Sandbox, TestDaemon, write } from './support.ts';

export const sandbox = new Sandbox();
export const root = sandbox.repository('shop');
const home = sandbox.folder('home');
export let daemon: TestDaemon;
let made = 0;
/** Longer than the watcher takes to report a change. */
export const watchedMs = 400;

export const functionText = (name: string) => `export function ${name}() {\n  one();\n}\n`;
export const names = ['alpha', 'beta', 'gamma', 'delta'];
export const source = names.map(functionText).join('\n');

/** Starts the daemon when all files are committed. */
export async function startTracking(): Promise<void> {
  for (let index = 0; index < 80; index++) write(root, `src/n${index}.ts`, source);
  git(root, 'add', '-A');
  git(root, 'commit', '-q', '-m', 'files');
  daemon = await TestDaemon.start(root, home);
  await daemon.indexed();
}

export async function endTracking(): Promise<void> {
  await daemon.daemon.close();
  sandbox.remove();
}

/** A committed file that no test has used yet. */
export const nextFile = () => `src/n${made++}.ts`;
export const read = (path: string) => readFileSync(join(root, path), 'utf8');
export const textWith = (text: string, name: string, line = 'two();') =>
  text.replace(functionText(name), functionText(name).replace('one();', line));

type How = 'edit' | 'write' | 'nothing said';

/** One tool call of an agent on one file: its steps, for a test to put in an order. */
export class Call {
  private static calls = 0;
  private readonly fields: object;
  private readonly after: string;

  constructor(
    private readonly agent: string,
    private readonly path: string,
    { name, how, from = read(path) }: { name: string; how: How; from?: string },
  ) {
    this.after = textWith(from, name);
    const old_string = functionText(name);
    const new_string = textWith(old_string, name);
    const inputs = {
      edit: { old_string, new_string },
      write: { content: this.after },
      'nothing said': undefined,
    };
    this.isEdit = how === 'edit';
    this.replaced = [old_string, new_string];
    const tool_input = inputs[how];
    this.fields = {
      file_path: path,
      tool_name: how === 'edit' ? 'Edit' : 'Write',
      tool_use_id: `call_${Call.calls++}`,
      ...(tool_input !== undefined && { tool_input }),
    };
  }

  private readonly isEdit: boolean;
  private readonly replaced: readonly [string, string];

  async check(): Promise<void> {
    const answer = await daemon.hook('preToolUse', this.agent, this.fields);
    assert.is(answer['permission'], 'allow', JSON.stringify(answer));
  }

  /** An edit changes what is there; a whole-file write puts its own text in its place. */
  write(): void {
    const text = this.isEdit ? read(this.path).replace(...this.replaced) : this.after;
    writeFileSync(join(root, this.path), text);
  }

  async report(): Promise<string[]> {
    const answer = await daemon.hook('postToolUse', this.agent, this.fields);
    assert.equal(answer['conflicts'], [], JSON.stringify(answer));
    return (answer['reserved'] as string[]).map((id) => id.slice(id.indexOf('#') + 1)).sort();
  }
}
