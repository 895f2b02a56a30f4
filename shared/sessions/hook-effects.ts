/**
 * The hook events of both IDE families, and the effect of each on its session: `check` asks whether a write may go ahead,
 * `acquire` reserves what was written, `end` releases everything (SES-3).
 */
export const hookEffects = {
  sessionStart: 'start',
  SessionStart: 'start',
  preToolUse: 'check',
  PreToolUse: 'check',
  postToolUse: 'acquire',
  PostToolUse: 'acquire',
  beforeSubmitPrompt: 'prompt',
  UserPromptSubmit: 'prompt',
  sessionEnd: 'end',
  SessionEnd: 'end',
  Stop: 'end',
  file_check: 'heartbeat',
} as const;

export type HookEvent = keyof typeof hookEffects;
export type HookEffect = (typeof hookEffects)[HookEvent];

export function effectOf(event: HookEvent): HookEffect {
  return hookEffects[event];
}

/** Whether something that was sent as an event asks whether a write may go ahead. */
export function isCheck(event: unknown): boolean {
  const isKnown = typeof event === 'string' && Object.hasOwn(hookEffects, event);
  return isKnown && effectOf(event as HookEvent) === 'check';
}
