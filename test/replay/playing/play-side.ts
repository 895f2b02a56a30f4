import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { SharedFile, SideHunk } from '../mining/pair-contents.ts';
import { editOf, writeOf, type Edit } from '../text/edits.ts';
import type { Region } from '../text/regions.ts';
import type { PlayedEdit } from './outcome.ts';
import type { SceneSide } from './scene.ts';

export interface SidePlay {
  readonly name: 'a' | 'b';
  readonly side: SceneSide;
  readonly conversation: string;
  readonly files: readonly SharedFile[];
  /** What the files of the work tree hold, where that is not the merge base's. */
  readonly texts?: ReadonlyMap<string, string> | undefined;
  /** Files in which the other side has written. */
  readonly held: ReadonlySet<string>;
  readonly delayMs: number;
}

export interface SidePlayed {
  readonly edits: readonly PlayedEdit[];
  /** The merge base's files with what was really written; those without a write are not in it. */
  readonly written: ReadonlyMap<string, string>;
}

/** Makes one side's edits, in the order of paths and lines. */
export async function playSide(play: SidePlay): Promise<SidePlayed> {
  const edits: PlayedEdit[] = [];
  const written = new Map<string, string>();
  for (const file of play.files) {
    const done = await playFile(play, file);
    edits.push(...done.edits);
    if (done.text !== undefined) written.set(file.path, done.text);
  }
  return { edits, written };
}

/** A hook call of this side's session. */
export function hookOf({ side, conversation }: Pick<SidePlay, 'side' | 'conversation'>) {
  return (event: string, fields: Readonly<Record<string, unknown>> = {}) =>
    side.client.call('POST', '/workspaces/sessions/hook', {
      event,
      agent_type: 'claude-code',
      workspace_slug: side.slug,
      conversation_id: conversation,
      cwd: side.root,
      ...fields,
    });
}

async function playFile(
  play: SidePlay,
  file: SharedFile,
): Promise<{ edits: PlayedEdit[]; text: string | undefined }> {
  const own = file.sides[play.name === 'a' ? 0 : 1];
  const edits: PlayedEdit[] = [];
  let base: string | undefined;
  let disk = play.texts?.get(file.path) ?? file.base;
  let shift = 0;
  for (const hunk of own.hunks) {
    const now = base ?? file.base;
    const edit = disk === undefined ? writeOf(own.text) : editOf(disk, hunk, shift);
    const inBase = now === undefined ? writeOf(own.text) : editOf(now, hunk, shift);
    const played = await playEdit(play, { path: file.path, hunk, edit: inBase && edit });
    edits.push(played);
    if (played.result !== 'written') continue;
    [disk, base] = [edit?.next, inBase?.next];
    shift += grownBy(hunk.regions);
  }
  return { edits, text: base };
}

function grownBy(regions: readonly Region[]): number {
  return regions.reduce((sum, { removed, added }) => sum + added.length - removed.length, 0);
}

interface Wanted {
  readonly path: string;
  readonly hunk: SideHunk;
  readonly edit: Edit | undefined;
}

async function playEdit(play: SidePlay, { path, hunk, edit }: Wanted): Promise<PlayedEdit> {
  const { regions } = hunk;
  const tool = edit?.tool ?? 'Edit';
  const about = { side: play.name, path, tool, regions, isHeld: play.held.has(path) };
  if (edit === undefined) return { ...about, result: 'skipped' };
  const file = join(play.side.root, path);
  const call = {
    file_path: file,
    tool_name: edit.tool,
    tool_input: { file_path: file, ...edit.input },
    tool_use_id: `${play.conversation}-${path}-${hunk.oldStart}`,
  };
  const hook = hookOf(play);
  const before = await hook('preToolUse', call);
  const asked = { ...about, preMs: before.ms };
  if (before.json['permission'] !== 'allow') {
    if (before.json['permission'] !== 'deny')
      throw new Error(`preToolUse: ${before.status} ${String(before.json['message'])}`);
    return { ...asked, result: 'denied', message: String(before.json['message']) };
  }
  if (play.delayMs > 0) await delay(play.delayMs);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, edit.next);
  const after = await hook('postToolUse', call);
  if (after.status !== 200) throw new Error(`postToolUse: ${after.status}`);
  return { ...asked, result: 'written', postMs: after.ms, ...saidAfter(after.json) };
}

function saidAfter(answer: Readonly<Record<string, unknown>>) {
  const { message, conflicts } = answer;
  const hasConflicts = Array.isArray(conflicts) && conflicts.length > 0;
  const isTold = typeof message === 'string' && message.includes('reserved first');
  return {
    ...(typeof message === 'string' && { message }),
    ...((hasConflicts || isTold) && { raced: true }),
  };
}
