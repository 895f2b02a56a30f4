/** The daemon's and git's own variables are none of the tests' business; coord's hold keys. */
const coordOrGit = /^(COORD_|GIT_)/i;

/** What the tests may see of the environment that the daemon was started in. */
export function environmentForTests(
  inherited: Readonly<Record<string, string | undefined>>,
): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(inherited).filter(([name]) => !coordOrGit.test(name)));
}
