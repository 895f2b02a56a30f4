/** What is needed to know where this machine keeps the state of programs. */
export interface Machine {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** As Node names it: `linux`, `darwin`, `win32`. */
  readonly platform: string;
  readonly homeDirectory: string;
}

/** The folder of all of coord's state: `COORD_HOME`, or the platform's place for it. */
export function stateFolder({ environment, platform, homeDirectory }: Machine): string {
  const given = (name: string) => environment[name] || undefined;
  const join = (...parts: string[]) => parts.join(platform === 'win32' ? '\\' : '/');
  const chosen = given('COORD_HOME');
  if (chosen !== undefined) return chosen;
  switch (platform) {
    case 'darwin':
      return join(homeDirectory, 'Library', 'Application Support', 'coord');
    case 'win32':
      return join(given('LOCALAPPDATA') ?? join(homeDirectory, 'AppData', 'Local'), 'coord');
    default:
      return join(given('XDG_STATE_HOME') ?? join(homeDirectory, '.local', 'state'), 'coord');
  }
}
