/** Claude Code's form of an answer, which VS Code and Copilot CLI have taken over. */
export function nestedOutput(event: string, fields: Readonly<Record<string, string>>): string {
  return JSON.stringify({ hookSpecificOutput: { hookEventName: event, ...fields } });
}

export function nestedDenial(reason: string): string {
  const decision = { permissionDecision: 'deny', permissionDecisionReason: reason };
  return nestedOutput('PreToolUse', decision);
}
