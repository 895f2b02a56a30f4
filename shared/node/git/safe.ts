/**
 * GIT-1: how coord calls git (`run.ts` does it): no program that a repository brings along may run, and no name may become
 * an option. Programs that the repository's own settings name are dealt with in `harden.ts`. Pure.
 */

/**
 * Goes before every command: no hooks, no file system monitor, no maintenance behind our back, no transports that are
 * programs, and no bare repository that lies among the files.
 */
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
  'fetch.writeCommitGraph=false',
  '-c',
  'advice.detachedHead=false',
  '-c',
  'commit.gpgSign=false',
  '-c',
  'log.showSignature=false',
  '-c',
  'safe.bareRepository=explicit',
];

/**
 * No question may wait for a terminal, no pager or editor start, nothing be fetched through a program of the repository's
 * choice, and no history be other than the commits say.
 */
export const safeEnvironment: Readonly<Record<string, string>> = {
  GIT_TERMINAL_PROMPT: '0',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_EDITOR: 'false',
  GIT_SEQUENCE_EDITOR: 'false',
  GIT_PAGER: 'cat',
  GIT_ASKPASS: 'false',
  SSH_ASKPASS: 'false',
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_GRAFT_FILE: '/dev/null/none',
  GIT_ALLOW_PROTOCOL: 'file:git:http:https:ssh',
  LC_ALL: 'C',
};

/** Variables by which a caller (a hook, an alias) points git at another repository, index or setting than the folder's. */
const misleading: ReadonlySet<string> = new Set([
  'GIT_ALTERNATE_OBJECT_DIRECTORIES',
  'GIT_COMMON_DIR',
  'GIT_CONFIG',
  'GIT_CONFIG_COUNT',
  'GIT_CONFIG_PARAMETERS',
  'GIT_DIR',
  'GIT_IMPLICIT_WORK_TREE',
  'GIT_INDEX_FILE',
  'GIT_INTERNAL_SUPER_PREFIX',
  'GIT_NAMESPACE',
  'GIT_OBJECT_DIRECTORY',
  'GIT_PREFIX',
  'GIT_QUARANTINE_PATH',
  'GIT_REPLACE_REF_BASE',
  'GIT_SHALLOW_FILE',
  'GIT_WORK_TREE',
]);

type Environment = Readonly<Record<string, string | undefined>>;

/** The environment for git: ours, and of the inherited one what does not lead it elsewhere. */
export function environmentForGit(inherited: Environment): Record<string, string | undefined> {
  const kept = Object.entries(inherited).filter(([name]) => !misleading.has(name));
  return { ...Object.fromEntries(kept), ...safeEnvironment };
}

/** `refs/heads/<branch>`: a full name can be neither an option nor something else of that name. */
export function branchRef(branch: string): string {
  return `refs/heads/${branch}`;
}

/** Where the last fetch saw the branch of a remote. */
export function remoteRef(remote: string, branch: string): string {
  return `refs/remotes/${remote}/${branch}`;
}
