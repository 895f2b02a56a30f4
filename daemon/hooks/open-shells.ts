import { posix } from 'node:path';
import type { HookCall } from '../../shared/clients/common/hook-call.ts';
import type { Clock } from '../../shared/kernel/clock.ts';
import { conversationName, endsWith, type ConversationKey } from '../../shared/sessions/rules.ts';

/** A shell command of one conversation, running or just over. */
export interface ShellCall {
  readonly call: HookCall;
  /** The root of the work tree that its agent works in; undefined where that is not known. */
  readonly root: string | undefined;
  readonly beganAtMs: number;
  /** How long the reflog of HEAD was there before the command: what a checkout changes is not an edit. */
  readonly reflogBytes: number;
  endedAtMs: number | undefined;
  /** Its conversation has ended: nothing is its doing any more, and what it did is nobody else's. */
  isForgotten: boolean;
  /** The conventions that its agent was told it broke. */
  readonly toldRules: Set<string>;
}

/** A file that a command may have written. */
export interface ChangedFile {
  /** The root of its work tree. */
  readonly root: string;
  /** Its path there. */
  readonly path: string;
}

/** Where and when a command begins. */
export interface ShellStart {
  readonly reflogBytes: number;
  readonly root?: string | undefined;
}

/** A file may be written a moment after the hook that reports the end, by what the command has left behind. */
const graceMs = 500;
/** The time of a file is that of the kernel's last tick. */
export const tickMs = 10;
/** How much later than it happened a change may be noticed, on a machine with much to do. */
export const noticedWithinMs = 10_000;
/** Calls of one answer of a model begin within this time; one that comes later follows those before it. */
const besideMs = 5_000;
/** As long as clients let a command run that their agent waits for. */
const maxRunMs = 10 * 60_000;

/** HOK-6: which conversation's shell commands ran at a moment. */
export class OpenShells {
  private calls: ShellCall[] = [];

  constructor(
    private readonly clock: Clock,
    /** Whether the conversation's session is over, though no hook has said so. */
    private readonly isOver: (conversation: ConversationKey) => boolean,
  ) {}

  /** The hook before the command. The same call may be reported twice (SES-5). */
  begin(call: HookCall, { reflogBytes, root }: ShellStart): void {
    this.forgetOld();
    this.pass(call);
    if (this.openOf(call.conversation).some((shell) => isSameCall(shell.call, call))) return;
    const beganAtMs = this.clock.now();
    const state = { endedAtMs: undefined, isForgotten: false, toldRules: new Set<string>() };
    this.calls.push({ call, root, beganAtMs, reflogBytes, ...state });
  }

  /** The hook after a command, or one of a moment at which none of the agent's runs: then it names no call. */
  end(call: HookCall): void {
    const same = this.calls.filter((shell) => isSameCall(shell.call, call));
    const ended = same.length > 0 ? same : this.openOf(call.conversation);
    for (const shell of ended) shell.endedAtMs ??= this.clock.now();
  }

  /** Another call of a tool by the same agent: what is not beside it is over, though no hook has said so. */
  pass(call: HookCall): void {
    const nowMs = this.clock.now();
    for (const shell of this.openOf(call.conversation)) {
      const isBeside = nowMs - shell.beganAtMs <= besideMs || isSameCall(shell.call, call);
      if (!isBeside) shell.endedAtMs = nowMs;
    }
  }

  /** The conversation ended, and its subagents with it. */
  forget(ended: ConversationKey): void {
    for (const shell of this.calls) {
      if (!endsWith(ended, shell.call.conversation)) continue;
      shell.isForgotten = true;
      shell.endedAtMs ??= this.clock.now();
    }
  }

  /**
   * The command that wrote the file then: the last one of the one conversation whose commands ran; undefined when there is none,
   * or when it cannot be told which. Those that were just over count only where none ran.
   */
  authorAt(atMs: number, file: ChangedFile): ShellCall | undefined {
    this.forgetOld();
    const ran = this.calls.filter((shell) => ranAt(shell, atMs, 0));
    if (ran.length > 0) return authorAmong(ran, file);
    return this.authorAround(atMs, file);
  }

  /** The same of a moment that is not known: those that are just over count as well. */
  authorAround(atMs: number, file: ChangedFile): ShellCall | undefined {
    this.forgetOld();
    return authorAmong(
      this.calls.filter((shell) => ranAt(shell, atMs, graceMs)),
      file,
    );
  }

  /** The one conversation whose commands run now in the work tree; undefined where none runs, or those of several do. */
  runningIn(root: string): ConversationKey | undefined {
    this.forgetOld();
    const open = this.calls.filter((shell) => shell.endedAtMs === undefined && shell.root === root);
    return soleOf(open)?.call.conversation;
  }

  /** Whether a command of the agent runs in the work tree, or has just ended. */
  hasRun(conversation: ConversationKey, root: string): boolean {
    this.forgetOld();
    return this.calls.some(
      (shell) => shell.root === root && isSameAgent(shell.call, { conversation }),
    );
  }

  private openOf(conversation: ConversationKey): ShellCall[] {
    return this.calls.filter(
      (shell) => shell.endedAtMs === undefined && isSameAgent(shell.call, { conversation }),
    );
  }

  private forgetOld(): void {
    const nowMs = this.clock.now();
    this.calls = this.calls.filter(({ call, beganAtMs, endedAtMs, isForgotten }) => {
      if (!isForgotten && this.isOver(call.conversation)) return false;
      return endedAtMs === undefined
        ? nowMs - beganAtMs <= maxRunMs
        : nowMs - endedAtMs <= noticedWithinMs;
    });
  }
}

function ranAt({ beganAtMs, endedAtMs }: ShellCall, atMs: number, afterMs: number): boolean {
  const untilMs = endedAtMs === undefined ? Infinity : endedAtMs + afterMs;
  return beganAtMs - tickMs <= atMs && atMs <= untilMs;
}

/** Of several conversations the one whose command names the file, or else the only one that works in its work tree. */
function authorAmong(ran: readonly ShellCall[], file: ChangedFile): ShellCall | undefined {
  return (
    soleOf(ran) ??
    soleOf(ran.filter(({ call }) => namesFile(call.shellText ?? '', file.path))) ??
    soleOf(ran.filter(({ root }) => root === file.root))
  );
}

/** By its name, with or without folders before it: `sed -i s/a/b/ src/auth.ts` names `src/auth.ts`, not `auth.test.ts`. */
function namesFile(text: string, path: string): boolean {
  const name = posix.basename(path);
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const [before = '', after = ''] = [text[at - 1], text[at + name.length]];
    if (!partOfName.test(before) && !partOfName.test(after)) return true;
  }
  return false;
}

const partOfName = /[\w.-]/u;

function soleOf(ran: readonly ShellCall[]): ShellCall | undefined {
  const last = ran.at(-1);
  if (last === undefined || last.isForgotten) return undefined;
  return ran.every((shell) => isSameAgent(shell.call, last.call)) ? last : undefined;
}

function isSameAgent(one: Pick<HookCall, 'conversation'>, other: Pick<HookCall, 'conversation'>) {
  return conversationName(one.conversation) === conversationName(other.conversation);
}

/** Without ids two calls cannot be told apart, and count as two. */
function isSameCall(one: HookCall, other: HookCall): boolean {
  return (
    one.toolUseId !== undefined && one.toolUseId === other.toolUseId && isSameAgent(one, other)
  );
}
