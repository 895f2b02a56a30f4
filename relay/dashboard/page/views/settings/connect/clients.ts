/** One client that `coord init` sets up. */
export interface ClientGuide {
  /** As in `coord init --client`, and what its sessions are called. */
  readonly name: string;
  readonly title: string;
  /** Starts it in the clone. */
  readonly start: string;
  /** What it asks before it runs hooks; undefined where it asks nothing. */
  readonly asks?: string;
}

/** In the order of the command line. */
export const clientGuides: readonly ClientGuide[] = [
  {
    name: 'claude-code',
    title: 'Claude Code',
    start: 'claude',
    asks: 'At its first start here it asks whether you trust the folder: say yes.',
  },
  {
    name: 'codex',
    title: 'Codex',
    start: 'codex',
    asks: 'Say that you trust the folder, then review the hooks with /hooks and trust them. Until then it runs none, and says nothing.',
  },
  {
    name: 'gemini',
    title: 'Gemini CLI',
    start: 'gemini',
    asks: 'Say that you trust the folder. In one that it does not trust it runs no hook, and says nothing.',
  },
  { name: 'cursor', title: 'Cursor', start: 'cursor .' },
  {
    name: 'copilot',
    title: 'Copilot CLI',
    start: 'copilot',
    asks: 'Say that you trust the folder.',
  },
  {
    name: 'vscode',
    title: 'VS Code',
    start: 'code .',
    asks: 'Say that you trust the workspace.',
  },
  { name: 'windsurf', title: 'Windsurf', start: 'windsurf .' },
  { name: 'opencode', title: 'OpenCode', start: 'opencode' },
];

/** The client of this name, or the first. */
export function guideOf(name: string | null): ClientGuide {
  const [first] = clientGuides as readonly [ClientGuide];
  return clientGuides.find((guide) => guide.name === name) ?? first;
}
