/** The hook events of both IDE families and the effect that each one has. */
export const hookEffects = {
  sessionStart: 'start',
  SessionStart: 'start',
  preToolUse: 'check',
  PreToolUse: 'check',
  postToolUse: 'touch',
  PostToolUse: 'touch',
  beforeSubmitPrompt: 'prompt',
  UserPromptSubmit: 'prompt',
  sessionEnd: 'end',
  SessionEnd: 'end',
  Stop: 'end',
  file_check: 'heartbeat',
} as const;

export type HookEvent = keyof typeof hookEffects;
export type HookEffect = (typeof hookEffects)[HookEvent];
