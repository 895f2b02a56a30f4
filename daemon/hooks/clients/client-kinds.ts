/**
 * Which client an agent's hooks and its MCP server come from. `initialize` of MCP has a name that the client chooses, and
 * hooks come under the name of an adapter; the same kind means the same client. The first line that fits counts: the
 * editors that are made from VS Code have its name in theirs.
 */
const kinds: readonly (readonly [kind: string, name: RegExp])[] = [
  ['cursor', /cursor/],
  ['windsurf', /windsurf|codeium/],
  ['vscode', /visual studio code|vscode|copilot/],
  ['gemini', /gemini/],
  ['codex', /codex/],
  ['opencode', /opencode/],
  ['claude-code', /claude[- ]?code/],
];

/** The kind behind the name of a client or of its adapter; undefined for a client that coord has no hooks for. */
export function clientKind(name: string | undefined): string | undefined {
  const lower = (name ?? '').slice(0, 200).toLowerCase();
  return kinds.find(([, fits]) => fits.test(lower))?.[0];
}
