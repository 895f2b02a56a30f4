/**
 * How coord calls git: nothing that a repository planted may run, and no name may become an option. Pure; the daemon and the
 * command each start the process themselves.
 */

/** Goes before every command: no hooks, no file system monitor, no maintenance behind our back, no transports that are programs. */
export const safeSettings: readonly string[] = [
  '-c',
  'core.hooksPath=/dev/null',
  '-c',
  'core.fsmonitor=false',
  '-c',
  'gc.auto=0',
  '-c',
  'maintenance.auto=false',
  '-c',
  'protocol.ext.allow=never',
  '-c',
  'submodule.recurse=false',
  '-c',
  'fetch.recurseSubmodules=false',
  '-c',
  'advice.detachedHead=false',
  '-c',
  'commit.gpgSign=false',
];

/** No question may wait for a terminal, and no pager or editor start. */
export const safeEnvironment: Readonly<Record<string, string>> = {
  GIT_TERMINAL_PROMPT: '0',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_EDITOR: 'false',
  GIT_SEQUENCE_EDITOR: 'false',
  GIT_PAGER: 'cat',
  GIT_ASKPASS: 'false',
  SSH_ASKPASS: 'false',
  GIT_NO_REPLACE_OBJECTS: '1',
  LC_ALL: 'C',
};

/** `refs/heads/<branch>`: a full name can be neither an option nor something else of that name. */
export function branchRef(branch: string): string {
  return `refs/heads/${branch}`;
}

/** Where the last fetch saw the branch of a remote. */
export function remoteRef(remote: string, branch: string): string {
  return `refs/remotes/${remote}/${branch}`;
}
