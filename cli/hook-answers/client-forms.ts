/**
 * How clients' hooks say what no daemon has said. Claude Code's form is that of all clients that are not named here: its own
 * JSON for what the agent and the user are told, and exit code 2 with the reason on stderr for a denial.
 */
interface ClientForm {
  /** What is printed to deny; exit code 2 where this is missing. */
  readonly denial?: (text: string) => object;
  /** What is printed to tell the agent something at the start of a session. */
  readonly agentNotice?: (text: string) => object;
  /** The user is shown nothing that a hook prints, or the very text. */
  readonly user?: 'shown nothing' | 'shown text';
  /** The daemon's answer is the reason of a denial, and exit code 2 is what denies. */
  readonly deniesByExit?: boolean;
  /** By event: what is printed where there is nothing to say. */
  readonly silence?: Readonly<Record<string, object>>;
}

export const clientForms: Readonly<Record<string, ClientForm>> = {
  cursor: {
    denial: (text) => ({ permission: 'deny', user_message: text, agent_message: text }),
    agentNotice: (text) => ({ additional_context: text }),
    // This hook fails closed: where it prints nothing, the agent may not write.
    silence: { preToolUse: { permission: 'allow' } },
  },
  copilot: {
    // Of a denial by exit code the agent does not learn the reason.
    denial: (text) => ({
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: 'deny',
        permissionDecisionReason: text,
      },
    }),
    agentNotice: (text) => ({ additionalContext: text }),
    user: 'shown nothing',
  },
  windsurf: { user: 'shown text', deniesByExit: true },
};

/** Set by Copilot CLI for its hooks. VS Code, which runs the hooks of the same file, takes Claude Code's forms. */
export const copilotVariable = 'COPILOT_CLI';

/** What a client's hook prints where there is nothing to say; empty for most. */
export function silenceOf(client: string, event: string): string {
  const silence = clientForms[client]?.silence?.[event];
  return silence === undefined ? '' : JSON.stringify(silence);
}
